import { ApiError, localize } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import { ModelError } from '../recall/index.ts';

const words = {
  noBase: { zh: '知识库不存在', en: 'There is no such knowledge base' },
  noVector: { zh: '向量模型没有给出问题的向量：', en: 'The embedding model gave no vector for the question: ' },
  noQuestions: { zh: '没有读到问题', en: 'No questions were found in it' },
  tooMany: { zh: '一次至多 5000 个问题', en: 'At most 5,000 questions at a time' },
  noChunks: { zh: '这次检索没有结果，请填写应命中的分段编号', en: 'It found nothing: name the expected chunks' },
  notIds: { zh: '每项是一个分段编号', en: 'Each is the number of a chunk' },
  underTest: {
    zh: '这个知识库有测试在排队或进行中，请先停止',
    en: 'A test of this base waits or is under way: stop it first',
  },
  manyRuns: {
    zh: '这个知识库已有 5 个测试在排队或进行中，请等待或停止其中一个',
    en: '5 tests of this base wait or are under way: wait for one of them, or stop it',
  },
  taken: { zh: '这个知识库已有同样的标准问题', en: 'The base has this golden question already' },
} as const;

/** A refusal of one field, in the caller's language. */
export function createRecallRejection(
  field: string,
  word: Exclude<keyof typeof words, 'noVector' | 'underTest' | 'manyRuns'>,
  { locale }: Caller,
): ApiError {
  return new ApiError('invalid', { errors: { [field]: [localize(words[word], locale)] } });
}

/** A refusal for what tests of the base are doing. */
export function explainRunRejection(
  word: 'underTest' | 'manyRuns',
  { locale }: Caller,
  data: { readonly state: string; readonly runs: readonly number[] },
): ApiError {
  return new ApiError('stateConflict', { message: localize(words[word], locale), data: { ...data } });
}

/** A search that failed for its model says so; whoever asked may choose to search by words. */
export async function withReason<T>(work: Promise<T>, { locale }: Caller): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ApiError('stateConflict', {
      message: `${localize(words.noVector, locale)}${error.reason}`,
      data: { state: error.reason },
    });
  }
}

export const describeInvalidChunkIds = ({ locale }: Caller): string => localize(words.notIds, locale);
