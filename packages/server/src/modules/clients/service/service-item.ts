import { ApiError, type ErrorName, getError, type Locale, type ServiceItem } from '@gantry/core';

/** An entry of a call about many: what it is answered, or the refusal of it alone. What is no refusal fails the whole call. */
export async function runItem<A>(locale: Locale, work: () => Promise<A> | A): Promise<ServiceItem<A>> {
  try {
    const data = await work();
    return { ...wordsOf('ok', locale), data };
  } catch (error) {
    if (!(error instanceof ApiError) || getError(error.problem).http >= 500) throw error;
    const { message } = error.detail;
    return { ...wordsOf(error.problem, locale), ...(message === undefined ? {} : { message }), data: null };
  }
}

function wordsOf(name: ErrorName, locale: Locale): { code: number; message: string } {
  const { code, zh, en } = getError(name);
  return { code, message: locale === 'zh-CN' ? zh : en };
}
