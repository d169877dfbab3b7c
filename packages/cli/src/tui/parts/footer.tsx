import { Text } from 'ink';
import { useSyncExternalStore } from 'react';
import type { ShownKey } from '../driver/key-hub.ts';
import { formatKey } from '../keys/keymap.ts';
import { renderBold, renderDim } from './colours.ts';
import { measureWidth } from './marks.ts';
import { useTui } from './tui-context.ts';

/** Keys that stay in sight on the narrowest terminal. */
const always = ['?', 'escape', 'q', 'ctrl-s'];

/** As many keys as fit into a width: those that must stay, and the others in their order. */
export function selectFittingKeys(entries: readonly ShownKey[], width: number, plain: boolean): readonly ShownKey[] {
  const named = entries.filter(
    (entry, at) => entry.footer && entries.findIndex((one) => one.keys[0] === entry.keys[0]) === at,
  );
  const columns = ({ keys, words }: ShownKey) =>
    measureWidth(formatKey(keys[0] ?? '', plain)) + measureWidth(words) + 3;
  const must = named.filter((entry) => always.includes(entry.keys[0] ?? ''));
  let space = width - must.reduce((sum, entry) => sum + columns(entry), 0);
  return named.filter((entry) => {
    if (must.includes(entry)) return true;
    space -= columns(entry);
    return space >= 0;
  });
}

/** The keys of what is on top; help has them all. */
export function Footer({ width }: { width: number }) {
  const { hub, marks } = useTui();
  const shown = useSyncExternalStore(hub.subscribe, hub.shown);
  // Help tells them, to whoever asks.
  if (marks.accessible) return null;
  const words = selectFittingKeys(shown, width - 1, marks.plain).map(
    (entry) => `${renderBold(formatKey(entry.keys[0] ?? '', marks.plain))} ${renderDim(entry.words)}`,
  );
  return <Text wrap="truncate">{` ${words.join('  ')}`}</Text>;
}
