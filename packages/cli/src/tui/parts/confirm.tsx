import { Prompt, promptHeight } from './prompt.tsx';
import type { Tui } from './tui-context.ts';

/** Asks before harm; only a typed `y` goes on. */
export async function confirm(tui: Tui, title: string, words: string): Promise<boolean> {
  const answer = await tui.open<string | null>(promptHeight, (close) => (
    <Prompt title={title} label={words} hint={tui.t('tui.typeY')} onDone={close} />
  ));
  return answer !== null && /^(y|yes|是)$/i.test(answer.trim());
}
