import { describe, expect, it } from 'vitest';
import { createCharacterKey, createKeyHub, type KeyTaker } from './key-hub.ts';

const taker = (layer: number, name: string, log: string[], takes = true): KeyTaker => ({
  layer,
  shown: [{ keys: [name], words: name, footer: true }],
  handle: () => {
    if (takes) log.push(name);
    return takes;
  },
});

describe('the way of a key', () => {
  it('goes to the newest on the top layer, and on when it is not taken', () => {
    const hub = createKeyHub();
    const log: string[] = [];
    hub.add(taker(1, 'older', log));
    hub.add(taker(1, 'newer', log, false));
    expect(hub.press(createCharacterKey('j'))).toBe('done');
    expect(log).toEqual(['older']);
  });

  it('falls from a screen to the application, but never through what lies over the screen', () => {
    const hub = createKeyHub();
    const log: string[] = [];
    hub.add(taker(0, 'app', log));
    hub.add(taker(1, 'screen', log, false));
    hub.press(createCharacterKey(':'));
    expect(log).toEqual(['app']);
    const close = hub.add(taker(2, 'dialog', log, false));
    expect(hub.press(createCharacterKey(':'))).toBe('unused');
    expect(log).toEqual(['app']);
    close();
    hub.press(createCharacterKey(':'));
    expect(log).toEqual(['app', 'app']);
  });

  it('shows the keys of what is on top, those of the application last', () => {
    const hub = createKeyHub();
    hub.add(taker(0, 'app', []));
    hub.add(taker(1, 'screen', []));
    expect(hub.shown().map((entry) => entry.words)).toEqual(['screen', 'app']);
    hub.add(taker(2, 'dialog', []));
    expect(hub.shown().map((entry) => entry.words)).toEqual(['dialog']);
  });
});
