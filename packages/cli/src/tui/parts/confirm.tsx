import { Prompt, promptHeight } from './prompt.tsx';
import type { Tui } from './tui-context.ts';

/** Asks before harm; only a typed `y` goes on. `note`: what it comes to. */
export async function confirm(tui: Tui, title: string, words: string, note = ''): Promise<boolean> {
  const hint = [note, tui.t('tui.typeY')].filter((one) => one !== '').join(' ');
  const answer = await tui.open<string | null>(promptHeight, (close) => (
    <Prompt title={title} label={words} hint={hint} onDone={close} />
  ));
  return answer !== null && /^(y|yes|是)$/i.test(answer.trim());
}
