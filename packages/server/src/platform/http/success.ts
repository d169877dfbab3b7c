import { type Envelope, getError } from '@gantry/core';
import type { RequestState } from './request-state.ts';

/** The envelope of a success; remembers its code for the log. Nothing at all is `null`. */
export function createSuccess(name: 'ok' | 'accepted', data: unknown, state: RequestState): Envelope {
  const row = getError(name);
  state.code = row.code;
  return { code: row.code, message: state.requestContext.locale === 'zh-CN' ? row.zh : row.en, data: data ?? null };
}
