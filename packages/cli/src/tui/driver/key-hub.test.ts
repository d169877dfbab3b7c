import { describe, expect, it } from 'vitest';
import { createCharacterKey, createKeyHub, type KeyHandler } from './key-hub.ts';

const createTestHandler = (layer: number, name: string, log: string[], handles = true): KeyHandler => ({
  layer,
  shown: [{ keys: [name], label: name, footer: true }],
  handle: () => {
    if (handles) log.push(name);
    return handles;
  },
});

describe('createKeyHub', () => {
  it('passes a key to the newest handler of the top layer, and to the next one when it is not handled', () => {
    const hub = createKeyHub();
    const log: string[] = [];
    hub.add(createTestHandler(1, 'older', log));
    hub.add(createTestHandler(1, 'newer', log, false));
    expect(hub.press(createCharacterKey('j'))).toBe('done');
    expect(log).toEqual(['older']);
  });

  it('passes a key from a screen to the application, but never from an overlay', () => {
    const hub = createKeyHub();
    const log: string[] = [];
    hub.add(createTestHandler(0, 'app', log));
    hub.add(createTestHandler(1, 'screen', log, false));
    hub.press(createCharacterKey(':'));
    expect(log).toEqual(['app']);
    const close = hub.add(createTestHandler(2, 'dialog', log, false));
    expect(hub.press(createCharacterKey(':'))).toBe('unused');
    expect(log).toEqual(['app']);
    close();
    hub.press(createCharacterKey(':'));
    expect(log).toEqual(['app', 'app']);
  });

  it('lists the key bindings of the top layer, with those of the application last', () => {
    const hub = createKeyHub();
    hub.add(createTestHandler(0, 'app', []));
    hub.add(createTestHandler(1, 'screen', []));
    expect(hub.shown().map((entry) => entry.label)).toEqual(['screen', 'app']);
    hub.add(createTestHandler(2, 'dialog', []));
    expect(hub.shown().map((entry) => entry.label)).toEqual(['dialog']);
  });
});
