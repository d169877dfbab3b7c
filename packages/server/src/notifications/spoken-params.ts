import { type Catalogue, jobKinds, type Locale, resourceNamed, say } from '@gantry/core';

/** Why a job ended of which nobody who worked on it could tell. */
const reasons = {
  lost: { zh: '执行它的服务一再中断', en: 'the servers that worked on it were lost' },
  serverGone: {
    zh: '只有一台服务器有它的文件，而那台服务器已一小时以上没有消息',
    en: 'one server alone has its file, and that was not heard of for an hour',
  },
} as const;
export type UntoldReason = keyof typeof reasons;
export const untoldReasons: Readonly<Record<UntoldReason, { readonly zh: string; readonly en: string }>> = reasons;

type Params = Readonly<Record<string, string | number>>;

/** The figures of a matter in somebody's language: an entity and a job are kept by their names. */
export function spokenParams(params: Params, catalogue: Catalogue, locale: Locale): Params {
  const resource = resourceNamed(catalogue, String(params.resource ?? ''));
  const job = Object.entries(jobKinds).find(([kind]) => kind === params.job)?.[1];
  const why = Object.entries(reasons).find(([name]) => name === params.why)?.[1];
  return {
    ...params,
    ...(resource ? { resource: say(resource.label, locale) } : {}),
    ...(job ? { job: say(job, locale) } : {}),
    ...(job && why ? { why: say(why, locale) } : {}),
  };
}
