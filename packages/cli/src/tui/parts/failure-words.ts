import { errorMessage, ResponseError, type Translate } from '@gantry/core';
import type { TuiKey } from '../keys/tui-key.ts';

/** What went wrong, for people: a call to which nobody answered is said in words instead of the system's own. */
export function describeFailure(error: unknown, t: Translate<TuiKey>): string {
  if (error instanceof ResponseError && error.code === null && error.httpStatus === null) return t('tui.unreachable');
  return errorMessage(error);
}
