import { describe, expect, it } from 'vitest';
import { createKeyHub, type Key } from './key-hub.ts';
import { createKeyPump } from './key-pump.ts';

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function pumped(text: boolean, forward = false) {
  const hub = createKeyHub();
  const seen: Key[] = [];
  const forwarded: string[] = [];
  hub.add({
    layer: 1,
    shown: [],
    text,
    forward,
    handle: (key) => {
      seen.push(key);
      return !forward;
    },
  });
  const always = (key: Key) => key.name === 'ctrl-c';
  return { seen, forwarded, pump: createKeyPump({ hub, forward: (raw) => void forwarded.push(raw), always }) };
}

describe('handing keys on', () => {
  it('gives each key of a burst by itself to a screen', async () => {
    const { seen, pump } = pumped(false);
    pump.push('jjk\r');
    await expect.poll(() => seen.map((key) => key.name)).toEqual(['j', 'j', 'k', 'enter']);
  });

  it('gives typed text in one piece to an input', async () => {
    const { seen, pump } = pumped(true);
    pump.push('请加微信\r');
    await expect.poll(() => seen.map((key) => key.text)).toEqual(['请加微信', '']);
  });

  it('hands what a menu leaves to the widget under it, one key at a time', async () => {
    const { forwarded, pump } = pumped(false, true);
    pump.push('jjj');
    await expect.poll(() => forwarded).toEqual(['j', 'j', 'j']);
  });

  it('waits for the rest of a key before it takes an escape for Escape', async () => {
    const { seen, pump } = pumped(false);
    pump.push('\u001b');
    await later(10);
    expect(seen).toEqual([]);
    await expect.poll(() => seen.map((key) => key.name)).toEqual(['escape']);
  });

  it('passes keys that always work to no other handler', async () => {
    const { seen, pump } = pumped(false);
    pump.push('\u0003j');
    await expect.poll(() => seen.map((key) => key.name)).toEqual(['j']);
  });
});
