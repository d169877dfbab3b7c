import process from 'node:process';
import {
  allFields,
  boolean,
  type Credentials,
  type CurrentUser,
  checkCredentials,
  createSession,
  type Field,
  type FormatContext,
  formatValue,
  localize,
  ResponseError,
  type Session,
  type SignInAnswer,
  sessionPaths,
  storageKeys,
} from '@gantry/core';
import type { Command } from 'commander';
import { accounts, loadEntity } from '../../catalog/index.ts';
import { type Context, findPlace } from '../../context/context.ts';
import { CliError, exitCodes, type Place } from '../../context/exit.ts';
import { printAnswer, printJson } from '../../output/print.ts';
import { toBrackets } from '../../output/punctuation.ts';
import { readSite } from '../../profile/site-config.ts';
import { prompt, readStdin } from '../../prompts/ask.ts';
import { loadFormatContext } from '../options/apply-site.ts';

interface LoginFlags {
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly totp?: string;
  readonly tokenStdin?: boolean;
  readonly production?: boolean;
  readonly readOnly?: boolean;
  readonly use?: boolean;
}

async function readCredentials(flags: LoginFlags, context: Context): Promise<Credentials> {
  const username = flags.username ?? (await prompt(context, context.t('signIn.promptUsername')));
  const password = flags.passwordStdin
    ? await readStdin()
    : await prompt(context, context.t('signIn.promptPassword'), { hidden: true });
  const rejection = checkCredentials({ username, password });
  if (rejection) throw new CliError(context.t(`session.${rejection}`), exitCodes.usage);
  return { username, password, ...(flags.totp ? { totp: flags.totp } : {}) };
}

/** Signs in. On a terminal it also asks for what the server requires: a captcha or a two-factor code. */
async function signIn(session: Session, credentials: Credentials, context: Context, tries = 3): Promise<SignInAnswer> {
  try {
    return await session.signIn(credentials);
  } catch (error) {
    if (!(error instanceof ResponseError) || !context.isTty || tries === 0) throw error;
    if (error.code === 40012) {
      return signIn(
        session,
        { ...credentials, totp: await prompt(context, context.t('cli.promptTotp')) },
        context,
        tries - 1,
      );
    }
    if (error.code !== 40011) throw error;
    const { applyColor } = await import('../../output/color.ts');
    applyColor(context.options().color);
    const { dropCaptcha, showCaptcha } = await import('../../prompts/captcha.ts');
    const captcha = await session.captcha();
    const shown = showCaptcha(captcha.captchaImage);
    process.stderr.write(shown.drawing);
    const requested = prompt(context, context.t('signIn.promptCaptcha', { path: shown.path }));
    const captchaCode = await requested.finally(() => dropCaptcha(shown.path));
    return signIn(
      session,
      { ...credentials, captchaId: captcha.captchaId, captchaCode: captchaCode.trim() },
      context,
      tries - 1,
    );
  }
}

/** Signs in with an existing token, such as an access token for scripts. A token that the server rejects is not stored. */
async function signInByToken(context: Context): Promise<CurrentUser> {
  const token = (await readStdin()).trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new CliError(context.t('signIn.noToken'), exitCodes.usage);
  const store = (await context.profiles()).tokenStore(context.options().profile);
  const user = await createSession(await context.clientWith(token), store).loadInfo();
  store.set(storageKeys.token, token);
  return user;
}

interface SignedIn {
  readonly username: string;
  /** Null when an existing token was used. */
  readonly answer: SignInAnswer | null;
}

async function signInBy(given: LoginFlags, context: Context): Promise<SignedIn> {
  if (given.tokenStdin) return { username: (await signInByToken(context)).username, answer: null };
  const credentials = await readCredentials(given, context);
  const store = (await context.profiles()).tokenStore(context.options().profile);
  // A failed sign-in does not delete the existing session: only a new token replaces it.
  const session = createSession(await context.client(), { ...store, remove: () => undefined });
  return { username: credentials.username, answer: await signIn(session, credentials, context) };
}

export function fillLogin(command: Command, context: Context): void {
  const { t } = context;
  command
    .option('-u, --username <name>', t('signIn.username'))
    .option('--password-stdin', t('signIn.passwordStdin'))
    .option('--totp <code>', t('signIn.totp'))
    .option('--token-stdin', t('signIn.tokenStdin'))
    .option('--production', t('signIn.production'))
    .option('--no-production', t('signIn.noProduction'))
    .option('--read-only', t('signIn.readOnly'))
    .option('--no-read-only', t('signIn.noReadOnly'))
    .option('--use', t('profile.useNow'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry login --server http://127.0.0.1:7300 --username root\n  cat password.txt | gantry login --server http://127.0.0.1:7300 --username root --password-stdin\n  gantry login --server http://127.0.0.1:7300 --profile scripts --token-stdin < token.txt\n  gantry login --server https://gantry.example.com --profile live --username root --production\n  gantry login --server https://gantry.example.com --profile watch --username root --read-only`,
    )
    .action(async (given: LoginFlags) => {
      const server = await context.server();
      const { username, answer } = await signInBy(given, context);
      const profiles = await context.profiles();
      const { flags } = await readSite(server);
      profiles.save(context.options().profile, {
        server,
        username,
        flags,
        ...(given.production === undefined ? {} : { production: given.production }),
        ...(given.readOnly === undefined ? {} : { readOnly: given.readOnly }),
      });
      const name = profiles.currentName(context.options().profile);
      if (given.use) profiles.use(name);
      const active = profiles.defaultName();
      if (context.options().form === 'json')
        await printJson(context, {
          server,
          username,
          profile: name,
          isDefault: active === name,
          expiresAt: answer?.expiresAt ?? null,
          mustChangePassword: answer?.mustChangePassword ?? false,
        });
      context.note(t('signIn.signedIn', { server, name: username }));
      context.note(t('signIn.tokenStored', { path: profiles.tokenPath(context.options().profile) }));
      context.note(
        active === name ? t('profile.active', { name }) : t('profile.other', { name, active: active ?? '-' }),
      );
      if (answer?.mustChangePassword) context.note(t('signIn.mustChange'));
    });
}

export function fillLogout(command: Command, context: Context): void {
  command.action(async () => {
    const { profile, server } = await findPlace(context);
    const session = await context.session();
    await session.signOut();
    context.note(context.t('signIn.signedOut', { server, profile: profile ?? '-' }));
  });
}

/** Formats one property of the account. Certification is a number that means yes or no. */
function formatProperty(name: keyof CurrentUser, user: CurrentUser, field: Field, here: FormatContext): string {
  if (name !== 'certification') return formatValue(user[name], field, here);
  return formatValue(user.certification === 1, boolean(field.label), here);
}

/** The properties of the account with their labels; empty ones are omitted. */
async function describeUser(user: CurrentUser, context: Context): Promise<Readonly<Record<string, string>>> {
  const fields = allFields(await loadEntity(accounts));
  const { locale } = context;
  const here = await loadFormatContext(context);
  const reported = Object.entries({ id: fields.id, ...fields }).flatMap(([name, field]) => {
    const value = field && name in user ? formatProperty(name as keyof CurrentUser, user, field, here) : '';
    return field && value !== '' ? [[localize(field.label, locale), value]] : [];
  });
  const since = fields.createdAt ? [[localize(fields.createdAt.label, locale), user.registrationDate]] : [];
  return Object.fromEntries([...reported, ...since]);
}

/** The server and profile, listed before the properties of the account. */
function describePlace(
  { server, profile, production }: Place,
  { t, locale }: Context,
): Readonly<Record<string, string>> {
  const marked = production === null ? '' : toBrackets(t('profile.production'), locale);
  return {
    [t('profile.server')]: server + marked,
    [t('profile.name')]: profile ?? t('profile.ofEnvironment'),
  };
}

export function fillWhoami(command: Command, context: Context): void {
  command.action(async () => {
    const user = await (await context.client()).call<CurrentUser>(sessionPaths.info);
    const form = context.form('table');
    const place = await findPlace(context);
    if (form !== 'table')
      return printAnswer(context, { ...user, ...place, production: place.production !== null }, form);
    const known = await describeUser(user, context);
    const area = user.permissionSet.length === 0 ? { [context.t('profile.areas')]: context.t('profile.noAreas') } : {};
    await printAnswer(context, { ...describePlace(place, context), ...known, ...area }, form);
  });
}
