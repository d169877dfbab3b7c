import { createTranslator, errorMessage, ResponseError, type Translate } from '@gantry/core';
import { Text } from 'ink';
import { useSyncExternalStore } from 'react';
import type { CliKey } from '../../context/cli-key.ts';
import { describeFileProblem } from '../../context/system-words.ts';
import { FileError } from '../../output/save-stream.ts';
import type { ShownKey } from '../driver/key-hub.ts';
import { formatKey } from '../keys/keymap.ts';
import type { TuiKey } from '../keys/tui-key.ts';
import { renderBold, renderDim } from './colors.ts';
import { measureWidth } from './marks.ts';
import { type Tui, useTui } from './tui-context.ts';

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

/** What went wrong with a file, for people; the words for what a system says of files are read when they are needed. */
export async function describeFileError(error: unknown, { locale, t }: Pick<Tui, 'locale' | 't'>): Promise<string> {
  const { words } =
    locale === 'zh-CN' ? await import('@gantry/core/words/zh-CN/cli') : await import('@gantry/core/words/en-US/cli');
  const cause = error instanceof FileError ? error.cause : error;
  return describeFileProblem(cause, createTranslator<CliKey>(locale, words))?.reason ?? describeFailure(error, t);
}

/** The error as a text for users: a call without an answer is explained in words instead of the system's own. */
export function describeFailure(error: unknown, t: Translate<TuiKey>): string {
  if (error instanceof ResponseError && error.code === null && error.httpStatus === null) return t('tui.unreachable');
  return errorMessage(error);
}
