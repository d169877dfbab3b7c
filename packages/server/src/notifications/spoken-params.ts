import { type Catalogue, jobKinds, jobProblems, type Locale, resourceNamed, say } from '@gantry/core';

type Params = Readonly<Record<string, string | number>>;

/** The figures of a matter in somebody's language: an entity, a job and why it failed are kept by their names. */
export function spokenParams(params: Params, catalogue: Catalogue, locale: Locale): Params {
  const resource = resourceNamed(catalogue, String(params.resource ?? ''));
  const job = Object.entries(jobKinds).find(([kind]) => kind === params.job)?.[1];
  const why = Object.entries(jobProblems).find(([name]) => name === params.why)?.[1];
  return {
    ...params,
    ...(resource ? { resource: say(resource.label, locale) } : {}),
    ...(job ? { job: say(job, locale) } : {}),
    ...(job && why ? { why: say(why, locale) } : {}),
  };
}
