import { describe, expect, it } from 'vitest';
import { createKeyHub, type Key } from './key-hub.ts';
import { createKeyPump } from './key-pump.ts';

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function createPumpHarness(text: boolean, forward = false) {
  const hub = createKeyHub();
  const handled: Key[] = [];
  const forwarded: string[] = [];
  hub.add({
    layer: 1,
    shown: [],
    text,
    forward,
    handle: (key) => {
      handled.push(key);
      return !forward;
    },
  });
  const handleGlobalKey = (key: Key) => key.name === 'ctrl-c';
  const pump = createKeyPump({ hub, forwardToInk: (raw) => void forwarded.push(raw), handleGlobalKey });
  return { handled, forwarded, pump };
}

describe('createKeyPump', () => {
  it('passes the keys of a burst to a screen one at a time', async () => {
    const { handled, pump } = createPumpHarness(false);
    pump.push('jjk\r');
    await expect.poll(() => handled.map((key) => key.name)).toEqual(['j', 'j', 'k', 'enter']);
  });

  it('passes typed text to an input in one piece', async () => {
    const { handled, pump } = createPumpHarness(true);
    pump.push('请加微信\r');
    await expect.poll(() => handled.map((key) => key.text)).toEqual(['请加微信', '']);
  });

  it('forwards keys that a menu does not handle to Ink, one at a time', async () => {
    const { forwarded, pump } = createPumpHarness(false, true);
    pump.push('jjj');
    await expect.poll(() => forwarded).toEqual(['j', 'j', 'j']);
  });

  it('waits for the rest of a key before it treats an escape character as the Escape key', async () => {
    const { handled, pump } = createPumpHarness(false);
    pump.push('\u001b');
    await delay(10);
    expect(handled).toEqual([]);
    await expect.poll(() => handled.map((key) => key.name)).toEqual(['escape']);
  });

  it('does not pass global keys to other handlers', async () => {
    const { handled, pump } = createPumpHarness(false);
    pump.push('\u0003j');
    await expect.poll(() => handled.map((key) => key.name)).toEqual(['j']);
  });
});
