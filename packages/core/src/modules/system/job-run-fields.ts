import { choice, text, time } from '../../fields/index.ts';
import { jobProblems } from './job-problems.ts';

const never = { write: 'never' } as const;
const shown = { write: 'never', read: 'detail' } as const;

/** How a background job ended: fields of the record that holds its result. */
export const jobRunFields = {
  error: choice({ zh: '原因', en: 'Reason' }, jobProblems, never),
  errorDetail: text(
    { zh: '详情', en: 'Details' },
    { ...shown, help: { zh: '上游给出的错误码等', en: 'Error code from the upstream or similar.' } },
  ),
  startedAt: time({ zh: '开始', en: 'Started' }, shown),
  finishedAt: time({ zh: '结束', en: 'Ended' }, never),
};
