import { describe, expect, it } from 'vitest';
import { createFrameWriter } from './frame-writer.ts';

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function createWriterHarness() {
  const written: string[] = [];
  const writer = createFrameWriter({ write: (text) => void written.push(text), columns: () => 10, intervalMs: 5 });
  return { written, writer };
}

describe('createFrameWriter', () => {
  it('writes only the lines that changed, each at its own position', async () => {
    const { written, writer } = createWriterHarness();
    writer.frame('one\ntwo\nthree');
    await delay(20);
    writer.frame('one\nTWO\nthree');
    await delay(20);
    expect(written).toHaveLength(2);
    expect(written[0]).toContain('\u001b[3;1Hthree');
    expect(written[1]).toContain('\u001b[2;1HTWO');
    expect(written[1]).not.toContain('one');
  });

  it('does not clear after a line that fills its row, since that would erase its last column', async () => {
    const { written, writer } = createWriterHarness();
    writer.frame('大模型大模\nshort');
    await delay(20);
    expect(written[0]).toContain('大模型大模\u001b[m\u001b[2;1H');
    expect(written[0]).toContain('short\u001b[m\u001b[K');
  });

  it('writes only the newest of many frames within one interval', async () => {
    const { written, writer } = createWriterHarness();
    for (let count = 0; count <= 50; count += 1) writer.frame(`row ${count}`);
    await delay(20);
    expect(written).toHaveLength(1);
    expect(written[0]).toContain('row 50');
  });

  it('clears the lines below a shorter frame', async () => {
    const { written, writer } = createWriterHarness();
    writer.frame('a\nb\nc');
    await delay(20);
    writer.frame('a');
    await delay(20);
    expect(written[1]).toContain('\u001b[2;1H\u001b[2K\u001b[3;1H\u001b[2K');
  });

  it('places the cursor where it is claimed, hides it without a claim, and redraws everything on request', async () => {
    const { written, writer } = createWriterHarness();
    const owner = Symbol('input');
    writer.claim(owner, { x: 6, y: 1 });
    writer.frame('a\nb');
    await delay(20);
    expect(written[0]).toContain('\u001b[2;7H\u001b[?25h');
    writer.release(owner);
    await delay(20);
    expect(written[1]).toContain('\u001b[?25l');
    writer.redraw();
    await delay(20);
    expect(written[2]).toContain('\u001b[2J\u001b[1;1Ha');
  });
});
