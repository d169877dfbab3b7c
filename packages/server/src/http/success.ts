import { type Envelope, errorNamed } from '@gantry/core';
import type { RequestState } from './request-state.ts';

/** The envelope of a success; remembers its code for the log. Nothing at all is `null`. */
export function success(name: 'ok' | 'accepted', data: unknown, state: RequestState): Envelope {
  const row = errorNamed(name);
  state.code = row.code;
  return { code: row.code, message: state.asking.locale === 'zh-CN' ? row.zh : row.en, data: data ?? null };
}
