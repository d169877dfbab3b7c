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

/** Calls by which one gets in and out, and shows that it is oneself: they change nothing of the platform. */
const toGetIn: readonly string[] = [
  sessionPaths.login,
  sessionPaths.logout,
  sessionPaths.captcha,
  sessionCalls.stepUp.path,
];

/** Calls that can be tried; any other would not heed the word. */
const tried: readonly string[] = ['batch', 'import'];

/** A try, which the server undoes before it answers. */
function isDryRun(body: string): boolean {
  const given: unknown = JSON.parse(body);
  return typeof given === 'object' && given !== null && 'dryRun' in given && given.dryRun === true;
}

/** Whether a call only reads; an unknown one does not. `path` starts after the base path of the API. */
export async function isReadOnlyCall(path: string, body: string): Promise<boolean> {
  if (toGetIn.includes(path) || allCalls.some((call) => call.path === path && call.reads === true)) return true;
  // Anything behind the two names, such as `/..`, could lead to another call.
  const [, command = '', call = ''] = /^\/([\w-]+)\/([\w-]+)$/.exec(path) ?? [];
  const entity = Object.hasOwn(entities, command) ? entities[command] : undefined;
  if (entity === undefined) return false;
  const { access, actions } = await loadEntity(entity.name);
  const name = camel(call);
  if (readingVerbs.some((verb) => verb === name && access[verb] !== undefined)) return true;
  return actions?.[name]?.reads === true || (tried.includes(name) && isDryRun(body));
}

const rejection = (profile: string): LocalizedText => ({
  zh: `档案 ${profile} 只用于读取，操作未发送；gantry login --no-read-only 可解除`,
  en: `The profile ${profile} is read-only, so the request was not sent. Use gantry login --no-read-only to allow writes.`,
});

/** Answers in the server's place whatever would change something, so that it never leaves; the rest goes on. */
export function createReadOnlyTransport(send: Transport, baseUrl: string, profile: string): Transport {
  const base = baseUrl + apiBase;
  return async (request) => {
    const path = request.url.startsWith(base) ? request.url.slice(base.length) : '';
    if (await isReadOnlyCall(path, request.body)) return send(request);
    const { code, http } = getError('denied');
    const message = localize(rejection(profile), toLocale(request.headers['accept-language'] ?? null));
    return { status: http, body: JSON.stringify({ code, message, data: {} }) };
  };
}
