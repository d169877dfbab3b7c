import { createTranslator, errorMessage, ResponseError, type Translate } from '@gantry/core';
import { Text } from 'ink';
import { useSyncExternalStore } from 'react';
import type { CliKey } from '../../context/cli-key.ts';
import { describeFileProblem } from '../../context/file-problems.ts';
import { FileError } from '../../output/save-stream.ts';
import type { ShownKey } from '../driver/key-hub.ts';
import { formatKey } from '../keys/keymap.ts';
import type { TuiKey } from '../keys/tui-key.ts';
import { renderBold, renderDim } from './colors.ts';
import { measureWidth } from './marks.ts';
import { type Tui, useTui } from './tui-context.ts';

/** Keys that are shown even on the narrowest terminal. */
const alwaysShownKeys = ['?', 'escape', 'q', 'ctrl-s'];

/** Selects the footer's key bindings that fit into a width: the required ones, then the others in their order. */
export function selectFittingKeys(shown: readonly ShownKey[], width: number, plain: boolean): readonly ShownKey[] {
  const bindings = shown.filter(
    (entry, at) => entry.footer && shown.findIndex((one) => one.keys[0] === entry.keys[0]) === at,
  );
  const measureBinding = ({ keys, label }: ShownKey) =>
    measureWidth(formatKey(keys[0] ?? '', plain)) + measureWidth(label) + 3;
  const required = bindings.filter((entry) => alwaysShownKeys.includes(entry.keys[0] ?? ''));
  let columnsLeft = width - required.reduce((sum, entry) => sum + measureBinding(entry), 0);
  return bindings.filter((entry) => {
    if (required.includes(entry)) return true;
    columnsLeft -= measureBinding(entry);
    return columnsLeft >= 0;
  });
}

/** The most important key bindings that work now; the help page lists all of them. */
export function Footer({ width }: { width: number }) {
  const { hub, marks } = useTui();
  const shown = useSyncExternalStore(hub.subscribe, hub.shown);
  // A screen reader would read the keys again and again; the help page lists them on request.
  if (marks.accessible) return null;
  const parts = selectFittingKeys(shown, width - 1, marks.plain).map(
    (entry) => `${renderBold(formatKey(entry.keys[0] ?? '', marks.plain))} ${renderDim(entry.label)}`,
  );
  return <Text wrap="truncate">{` ${parts.join('  ')}`}</Text>;
}

/** Describes a failed file operation to the user. The translations of system errors are loaded only when they are needed. */
export async function describeFileError(error: unknown, { locale, t }: Pick<Tui, 'locale' | 't'>): Promise<string> {
  const { words } =
    locale === 'zh-CN' ? await import('@gantry/core/words/zh-CN/cli') : await import('@gantry/core/words/en-US/cli');
  const cause = error instanceof FileError ? error.cause : error;
  return describeFileProblem(cause, createTranslator<CliKey>(locale, words))?.reason ?? describeFailure(error, t);
}

/** Describes an error to the user; a call without a response gets a translated message instead of the system's text. */
export function describeFailure(error: unknown, t: Translate<TuiKey>): string {
  if (error instanceof ResponseError && error.code === null && error.httpStatus === null) return t('tui.unreachable');
  return errorMessage(error);
}
