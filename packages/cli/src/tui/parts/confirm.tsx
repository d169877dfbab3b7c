import { getPromptHeight, Prompt } from './prompt.tsx';
import type { Tui } from './tui-context.ts';

/** Asks before harm; only a typed `y` goes on, where it is production the name of its profile. `note`: what it comes to. */
export async function confirm(tui: Tui, title: string, words: string, note = ''): Promise<boolean> {
  const { production, t } = tui;
  if (production === null) return confirmWithUser(tui, title, words, note);
  const answer = await typed(tui, title, words, [note, t('tui.typeName', { name: production })]);
  return answer === production;
}

/** Asks before something of one's own is given up; a typed `y` goes on. */
export async function confirmWithUser(tui: Tui, title: string, words: string, note = ''): Promise<boolean> {
  return /^(y|yes|是)$/i.test(await typed(tui, title, words, [note, tui.t('tui.typeY')]));
}

async function typed(tui: Tui, title: string, words: string, notes: readonly string[]): Promise<string> {
  const hint = notes.filter((one) => one !== '').join(' ');
  const answer = await tui.open<string | null>(getPromptHeight(words, hint), (close) => (
    <Prompt title={title} label={words} hint={hint} onDone={close} />
  ));
  return answer?.trim() ?? '';
}
