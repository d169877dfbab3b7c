import type { Fields } from '../definition/index.ts';
import { boolean } from './kinds/boolean.ts';
import { choice } from './kinds/choice.ts';
import { integer } from './kinds/integer.ts';
import { text } from './kinds/text.ts';
import { tryProblems } from './try-problems.ts';

export type TryProblem = keyof typeof tryProblems;

/** What every trial of something outside answers. */
export const testOutput = {
  ok: boolean({ zh: '成功', en: 'It works' }),
  problem: choice({ zh: '问题', en: 'Problem' }, tryProblems),
  code: text({ zh: '返回码', en: 'Code given' }),
  ms: integer({ zh: '耗时', en: 'Took' }, { unit: { zh: '毫秒', en: 'ms' } }),
} as const satisfies Fields;
