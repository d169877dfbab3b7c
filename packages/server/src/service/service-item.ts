import { type ErrorName, errorNamed, Fault, type Locale, type ServiceItem } from '@gantry/core';

/** An entry of a call about many: what it is answered, or the refusal of it alone. What is no refusal fails the whole call. */
export async function itemOf<A>(locale: Locale, work: () => Promise<A> | A): Promise<ServiceItem<A>> {
  try {
    const data = await work();
    return { ...wordsOf('ok', locale), data };
  } catch (error) {
    if (!(error instanceof Fault) || errorNamed(error.fault).http >= 500) throw error;
    const { message } = error.detail;
    return { ...wordsOf(error.fault, locale), ...(message === undefined ? {} : { message }), data: null };
  }
}

function wordsOf(name: ErrorName, locale: Locale): { code: number; message: string } {
  const { code, zh, en } = errorNamed(name);
  return { code, message: locale === 'zh-CN' ? zh : en };
}
