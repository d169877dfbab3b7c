import {
  allCalls,
  apiBase,
  camel,
  getError,
  type LocalizedText,
  localize,
  readingVerbs,
  sessionCalls,
  sessionPaths,
  type Transport,
  toLocale,
} from '@gantry/core';
import { entities, loadEntity } from '../catalog/index.ts';

/** Calls that sign in and out and confirm an identity. They change nothing on the platform. */
const signInCalls: readonly string[] = [
  sessionPaths.login,
  sessionPaths.logout,
  sessionPaths.captcha,
  sessionCalls.stepUp.path,
];

/** Calls that support a dry run; others ignore the parameter. */
const dryRunCalls: readonly string[] = ['batch', 'import'];

/** Whether a call is a dry run, which the server rolls back. */
function isDryRun(body: string): boolean {
  const given: unknown = JSON.parse(body);
  return typeof given === 'object' && given !== null && 'dryRun' in given && given.dryRun === true;
}

/** Whether a call only reads. Unknown calls do not. `path` starts after the base path of the API. */
export async function isReadOnlyCall(path: string, body: string): Promise<boolean> {
  if (signInCalls.includes(path) || allCalls.some((call) => call.path === path && call.reads === true)) return true;
  // The pattern is strict: a path with more segments, such as `/..`, could lead to another call.
  const [, command = '', call = ''] = /^\/([\w-]+)\/([\w-]+)$/.exec(path) ?? [];
  const entity = Object.hasOwn(entities, command) ? entities[command] : undefined;
  if (entity === undefined) return false;
  const { access, actions } = await loadEntity(entity.name);
  const name = camel(call);
  if (readingVerbs.some((verb) => verb === name && access[verb] !== undefined)) return true;
  return actions?.[name]?.reads === true || (dryRunCalls.includes(name) && isDryRun(body));
}

const getRejection = (profile: string): LocalizedText => ({
  zh: `档案 ${profile} 只用于读取，操作未发送；gantry login --no-read-only 可解除`,
  en: `The profile ${profile} is read-only, so the request was not sent. Use gantry login --no-read-only to allow writes.`,
});

/** Rejects every call that would change something before it is sent, and passes on the others. */
export function createReadOnlyTransport(send: Transport, baseUrl: string, profile: string): Transport {
  const base = baseUrl + apiBase;
  return async (request) => {
    const path = request.url.startsWith(base) ? request.url.slice(base.length) : '';
    if (await isReadOnlyCall(path, request.body)) return send(request);
    const { code, http } = getError('denied');
    const message = localize(getRejection(profile), toLocale(request.headers['accept-language'] ?? null));
    return { status: http, body: JSON.stringify({ code, message, data: {} }) };
  };
}
