import { type Catalogue, jobKinds, type Locale, resourceNamed, say } from '@gantry/core';

const lost = { zh: '执行它的服务一再中断', en: 'the servers that worked on it were lost' } as const;

type Params = Readonly<Record<string, string | number>>;

/** The figures of a matter in somebody's language: an entity and a job are kept by their names. */
export function spokenParams(params: Params, catalogue: Catalogue, locale: Locale): Params {
  const resource = resourceNamed(catalogue, String(params.resource ?? ''));
  const job = Object.entries(jobKinds).find(([kind]) => kind === params.job)?.[1];
  return {
    ...params,
    ...(resource ? { resource: say(resource.label, locale) } : {}),
    ...(job ? { job: say(job, locale) } : {}),
    ...(job && params.why === 'lost' ? { why: say(lost, locale) } : {}),
  };
}
