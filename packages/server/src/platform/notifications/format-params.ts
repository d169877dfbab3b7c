import { type Catalogue, findResource, jobKinds, jobProblems, type Locale, localize } from '@gantry/core';

type Params = Readonly<Record<string, string | number>>;

/** The figures of a matter in somebody's language: an entity, a job and why it failed are kept by their names. */
export function formatParams(params: Params, catalogue: Catalogue, locale: Locale): Params {
  const resource = findResource(catalogue, String(params.resource ?? ''));
  const job = Object.entries(jobKinds).find(([kind]) => kind === params.job)?.[1];
  const why = Object.entries(jobProblems).find(([name]) => name === params.why)?.[1];
  return {
    ...params,
    ...(resource ? { resource: localize(resource.label, locale) } : {}),
    ...(job ? { job: localize(job, locale) } : {}),
    ...(job && why ? { why: localize(why, locale) } : {}),
  };
}
