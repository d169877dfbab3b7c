import { kebab, type UndoAnswer, undoCalls } from '@gantry/core';
import { withMore } from '../../catalogue/index.ts';
import type { Context } from '../../context/context.ts';

/** More calls than these are found in the log. */
const named = 3;

/** Says how to take back what calls did, the last one first. */
export function printUndoHint(keys: readonly string[], context: Context): void {
  const command = `gantry ${kebab(withMore.undo)}`;
  const ways = keys.length > named ? ['list'] : [...keys].reverse().map((key) => `undo --call ${key}`);
  for (const way of ways) context.note(context.t('cli.undoHint', { command: `${command} ${way}` }));
}

/** The same, when the server knows a way back: it is asked once. Who asked for a form reads no hints. */
export async function offerUndo(keys: readonly string[], context: Context): Promise<void> {
  const [key] = keys;
  if (key === undefined || context.options().form) return;
  const client = await context.client();
  const requested = client.call<UndoAnswer>(undoCalls.undoCall.path, { key, dryRun: true }, { quiet: true });
  const isOffered = await requested.then(
    ({ affected }) => affected > 0,
    () => false,
  );
  if (isOffered) printUndoHint(keys, context);
}
