import { Buffer } from 'node:buffer';
import { deflateRawSync } from 'node:zlib';

/** A file of an archive. */
interface Entry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Stored without compression. */
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  /** The size stated in the archive; absent: the true size. */
  readonly saidSize?: number;
}

/** Writes a ZIP archive, valid or not as its entries say. */
export function zipOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored, isEncrypted, saidSize } of entries) {
    const bytes = Buffer.from(content);
    const packed = isStored === true ? bytes : deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((isEncrypted === true ? 1 : 0) | 0x800, 2);
    fields.writeUInt16LE(isStored === true ? 0 : 8, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(saidSize ?? bytes.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, nameBytes, packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    const central = [Buffer.from('PK\u0001\u0002'), Buffer.alloc(2), fields, end, nameBytes];
    bodies.push(local);
    directory.push(Buffer.concat(central));
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const last = Buffer.alloc(18);
  last.writeUInt16LE(entries.length, 4);
  last.writeUInt16LE(entries.length, 6);
  last.writeUInt32LE(listing.length, 8);
  last.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...bodies, listing, Buffer.from('PK\u0005\u0006'), last]));
}
