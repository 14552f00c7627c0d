import { expect, it } from 'vitest';
import { findReportRun, readReportBlock, writeReport } from './report.ts';

const PAGE = '<!doctype html><html><body><script>"</body>"</script><p>ü</p></body></html>';

it('finds the run that was put into a page, whatever its bytes', async () => {
  for (const size of [1, 2, 3, 70_000, 800_000]) {
    const bytes = Buffer.from(
      Uint8Array.from({ length: size }, (_, index) => (index * 7919) % 256),
    );
    const report = await writeReport(PAGE, new Blob([bytes]));
    const text = await report.text();
    expect(text.startsWith(PAGE.slice(0, -14))).toBe(true);
    expect(text.endsWith('</body></html>')).toBe(true);
    const found = await findReportRun(report);
    expect(bytes.equals(Buffer.from(await found!.arrayBuffer()))).toBe(true);
    const block = /type="application\/gzip">(.*)<\/script><\/body>/s.exec(text)?.[1];
    const read = await readReportBlock(block ?? '');
    expect(bytes.equals(Buffer.from(await read.arrayBuffer()))).toBe(true);
  }
});

it('finds nothing in another page', async () => {
  expect(await findReportRun(new Blob([PAGE]))).toBeUndefined();
});
