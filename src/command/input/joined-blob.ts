/** Blobs joined without copying; Node joins only its own Blobs, in memory. */
export class JoinedBlob extends Blob {
  readonly parts: readonly Blob[];

  constructor(parts: readonly Blob[]) {
    super();
    this.parts = parts;
  }

  override get size(): number {
    return this.parts.reduce((bytes, part) => bytes + part.size, 0);
  }

  override slice(from = 0, to = this.size): Blob {
    const found: Blob[] = [];
    let at = 0;
    for (const part of this.parts) {
      const end = at + part.size;
      if (end > from && at < to)
        found.push(part.slice(Math.max(0, from - at), Math.min(part.size, to - at)));
      at = end;
    }
    const [only] = found;
    return only && found.length === 1 ? only : new JoinedBlob(found);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(new Uint8Array(await part.arrayBuffer()), at);
      at += part.size;
    }
    return bytes.buffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}
