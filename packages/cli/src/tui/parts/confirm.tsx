import { getPromptHeight, Prompt } from './prompt.tsx';
import type { Tui } from './tui-context.ts';

/**
 * Asks for confirmation of a destructive action: the user types `y`, or the name of the profile on a production server.
 * @param note a consequence, shown before the instruction
 */
export async function confirm(tui: Tui, title: string, question: string, note = ''): Promise<boolean> {
  const { production, t } = tui;
  if (production === null) return confirmByYes(tui, title, question, note);
  const answer = await promptForText(tui, title, question, [note, t('tui.typeName', { name: production })]);
  return answer === production;
}

/**
 * Asks for confirmation by typing `y`, also on a production server: for actions that only affect the user, such as discarding
 * input.
 */
export async function confirmByYes(tui: Tui, title: string, question: string, note = ''): Promise<boolean> {
  return /^(y|yes|是)$/i.test(await promptForText(tui, title, question, [note, tui.t('tui.typeY')]));
}

async function promptForText(tui: Tui, title: string, question: string, notes: readonly string[]): Promise<string> {
  const hint = notes.filter((one) => one !== '').join(' ');
  const answer = await tui.open<string | null>(getPromptHeight(question, hint), (close) => (
    <Prompt title={title} label={question} hint={hint} onDone={close} />
  ));
  return answer?.trim() ?? '';
}
