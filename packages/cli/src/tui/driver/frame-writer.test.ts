import { describe, expect, it } from 'vitest';
import { createFrameWriter } from './frame-writer.ts';

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function opened() {
  const written: string[] = [];
  const writer = createFrameWriter({ write: (text) => void written.push(text), columns: () => 10, interval: 5 });
  return { written, writer };
}

describe('writing frames', () => {
  it('writes only the lines that changed, each at its own place', async () => {
    const { written, writer } = opened();
    writer.frame('one\ntwo\nthree');
    await later(20);
    writer.frame('one\nTWO\nthree');
    await later(20);
    expect(written).toHaveLength(2);
    expect(written[0]).toContain('\u001b[3;1Hthree');
    expect(written[1]).toContain('\u001b[2;1HTWO');
    expect(written[1]).not.toContain('one');
  });

  it('does not clear behind a line that fills its row: that would take its last column', async () => {
    const { written, writer } = opened();
    writer.frame('大模型大模\nshort');
    await later(20);
    expect(written[0]).toContain('大模型大模\u001b[m\u001b[2;1H');
    expect(written[0]).toContain('short\u001b[m\u001b[K');
  });

  it('writes the newest of many frames that come at once', async () => {
    const { written, writer } = opened();
    for (let count = 0; count <= 50; count += 1) writer.frame(`row ${count}`);
    await later(20);
    expect(written).toHaveLength(1);
    expect(written[0]).toContain('row 50');
  });

  it('clears lines that a shorter frame leaves', async () => {
    const { written, writer } = opened();
    writer.frame('a\nb\nc');
    await later(20);
    writer.frame('a');
    await later(20);
    expect(written[1]).toContain('\u001b[2;1H\u001b[2K\u001b[3;1H\u001b[2K');
  });

  it('puts the cursor where it is wanted, hides it when no input claims it, and redraws all on request', async () => {
    const { written, writer } = opened();
    const owner = Symbol('input');
    writer.claim(owner, { x: 6, y: 1 });
    writer.frame('a\nb');
    await later(20);
    expect(written[0]).toContain('\u001b[2;7H\u001b[?25h');
    writer.release(owner);
    await later(20);
    expect(written[1]).toContain('\u001b[?25l');
    writer.redraw();
    await later(20);
    expect(written[2]).toContain('\u001b[2J\u001b[1;1Ha');
  });
});
