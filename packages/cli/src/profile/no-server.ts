import process from 'node:process';
import { fillText, type Locale, type Translate } from '@gantry/core';
import type { CliKey } from '../context/cli-key.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import type { Profiles } from './profiles.ts';

/** The parts of a command's context that are needed to find a server. */
interface ServerContext {
  readonly locale: Locale;
  readonly t: Translate<CliKey>;
  options(): { readonly profile: string | null };
  profiles(): Promise<Profiles>;
}

const words = {
  none: {
    zh: '没有默认档案。请用 --profile 或 gantry profile use 选择：{names}',
    en: 'No profile is the default. Choose one with --profile or gantry profile use: {names}',
  },
  first: {
    zh: '新建它：gantry login --profile {name} --server URL',
    en: 'To create it: gantry login --profile {name} --server URL',
  },
  missing: { zh: '档案不存在：{name}', en: 'Profile not found: {name}' },
} as const;

/** The error for an invalid server URL. */
export function createBadServerError(server: string, { t }: Pick<ServerContext, 't'>): CliError {
  const hint = t('cli.serverExample');
  return new CliError(t('cli.invalidValue', { name: '--server', value: server }), exitCodes.usage, { hint });
}

/** The error for an unknown profile, with the known ones. */
export function createNoProfileError(
  name: string,
  names: readonly string[],
  status: number,
  context: Pick<ServerContext, 'locale' | 't'>,
): CliError {
  const hint =
    names.length > 0
      ? context.t('cli.validValues', { values: names.join(' ') })
      : fillText(words.first, { name }, context.locale);
  return new CliError(fillText(words.missing, { name }, context.locale), status, { hint });
}

/** The error when no server is known: the named profile does not exist, or there is no default. */
export async function createNoServerError(context: ServerContext): Promise<CliError> {
  const profiles = await context.profiles();
  const names = profiles.names();
  const name = context.options().profile ?? (process.env.GANTRY_PROFILE || null);
  if (name !== null) return createNoProfileError(name, names, exitCodes.usage, context);
  const hint = names.length > 0 ? { hint: fillText(words.none, { names: names.join(' ') }, context.locale) } : {};
  return new CliError(context.t('cli.noServer'), exitCodes.usage, hint);
}
