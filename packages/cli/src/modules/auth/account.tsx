import {
  admin,
  type CallDefinition,
  type CurrentUser,
  check,
  createFieldsSchema,
  type Fields,
  fillDefaults,
  formatTime,
  formatValue,
  localize,
  type NewToken,
  type SessionItem,
  sessionCalls,
  sessionPaths,
  type TokenItem,
  type TwoFactorCodes,
  type TwoFactorStart,
  type Values,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useState } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { FormPage, type SubmitResult } from '../../tui/fields/form-page.tsx';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { confirm } from '../../tui/parts/confirm.tsx';
import { LinesPage } from '../../tui/parts/lines-page.tsx';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex, type Step, stepIndex } from '../../tui/parts/viewport.ts';
import { toRejectedResult } from '../../tui/resource/record/write-flow.tsx';

/**
 * Opens a form for the input of a call on the user's own account. Resolves to the response, or to null when the form is closed.
 */
async function openCall<T = unknown>(
  call: CallDefinition,
  values: Values,
  tui: Tui,
  help?: string,
): Promise<{ readonly answer: T } | null> {
  let answered: { readonly answer: T } | null = null;
  const fields: Fields = call.input;
  const send = async (all: Values): Promise<SubmitResult> => {
    const checked = check(createFieldsSchema(fields), fillDefaults(all, fields, 'update'), fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      answered = { answer: await tui.write<T>(call.path, checked.value) };
      tui.notify(tui.t('tui.saved'), 'good');
      return { done: true };
    } catch (error) {
      return toRejectedResult(error);
    }
  };
  await tui.open<boolean>('page', (close) => (
    <FormPage
      title={localize(call.label, tui.locale)}
      fields={fields}
      values={values}
      {...(help === undefined ? {} : { help })}
      send={send}
      onDone={close}
    />
  ));
  return answered;
}

/** Asks for a new password. Opened immediately for users who must change theirs. */
export async function changePassword(tui: Tui): Promise<void> {
  await openCall(sessionCalls.passwordChange, {}, tui);
}

/** Shows secrets that are shown only once; `Y` copies them. */
async function showOnce(title: string, lines: readonly string[], tui: Tui): Promise<void> {
  await tui.open<void>('page', (close) => (
    <LinesPage
      title={title}
      note={tui.t('tui.shownOnce')}
      lines={lines.map(escapeControls)}
      text={lines.join('\n')}
      onDone={() => close()}
    />
  ));
}

/** Creates an access token and shows it. */
async function createToken(tui: Tui): Promise<boolean> {
  const { tokenCreate } = sessionCalls;
  const values = { days: tokenCreate.input.days.default, readOnly: false };
  const created = await openCall<NewToken>(tokenCreate, values, tui);
  if (!created) return false;
  await showOnce(localize(tokenCreate.label, tui.locale), [created.answer.token], tui);
  return true;
}

/** Sets up two-factor: shows the secret for an authenticator app, asks for its code, then shows the recovery codes. */
async function setUpTwoFactor(tui: Tui): Promise<boolean> {
  const { twoFactorStart, twoFactorConfirm } = sessionCalls;
  const started = await tui.write<TwoFactorStart>(twoFactorStart.path, {}).catch(() => null);
  if (!started) return false;
  const help = tui.t('tui.twoFactorSecret', { secret: started.secret });
  const confirmed = await openCall<TwoFactorCodes>(twoFactorConfirm, {}, tui, help);
  if (!confirmed) return false;
  await showOnce(tui.t('tui.recoveryCodes'), confirmed.answer.recoveryCodes, tui);
  return true;
}

type Entry =
  | { readonly kind: 'call'; readonly call: CallDefinition }
  | { readonly kind: 'token'; readonly token: TokenItem }
  | { readonly kind: 'session'; readonly session: SessionItem };

function useAccount() {
  const { client } = useTui();
  const [user, setUser] = useState<CurrentUser | null>(null);
  const [sessions, setSessions] = useState<readonly SessionItem[]>([]);
  const [tokens, setTokens] = useState<readonly TokenItem[]>([]);
  const load = useCallback(() => {
    client.call<CurrentUser>(sessionPaths.info).then(setUser, () => undefined);
    client.call<{ items: readonly SessionItem[] } | readonly SessionItem[]>(sessionCalls.sessionList.path).then(
      (answer) => setSessions('items' in answer ? answer.items : answer),
      () => undefined,
    );
    client.call<{ items: readonly TokenItem[] }>(sessionCalls.tokenList.path).then(
      ({ items }) => setTokens(items),
      () => undefined,
    );
  }, [client]);
  useEffect(load, [load]);
  return { user, sessions, tokens, load };
}

/** The name of a token, when it expires, and whether it is read-only. */
function describeToken({ name, readOnly, expiresAt }: TokenItem, { t, locale, timeZone, marks }: Tui): string {
  const until = `${t('tui.expires')} ${formatTime(expiresAt, timeZone)}`;
  const scope = readOnly ? `  ${localize(sessionCalls.tokenCreate.input.readOnly.label, locale)}` : '';
  return `${padCell(escapeControls(name), 18, marks)} ${until}${scope}`;
}

function getEntryLine(entry: Entry, here: boolean, width: number, tui: Tui): string {
  const lead = here ? `${renderAccent(tui.marks.pointer)} ` : '  ';
  const words =
    entry.kind === 'call'
      ? localize(entry.call.label, tui.locale)
      : entry.kind === 'token'
        ? describeToken(entry.token, tui)
        : `${padCell(escapeControls(entry.session.ip), 18, tui.marks)} ${formatTime(entry.session.lastSeenAt, tui.timeZone)}  ${escapeControls(entry.session.userAgent)}`;
  const mark = entry.kind === 'session' && entry.session.current ? applyTone(`  ${tui.t('tui.thisOne')}`, 'good') : '';
  const shown = cut(words, width - 16, tui.marks);
  return `${lead}${here ? renderAccent(renderBold(shown)) : shown}${mark}`;
}

/** The user's own profile, password, two-factor, access tokens and sessions. */
export function Account() {
  const tui = useTui();
  const { width, height } = useArea();
  const { user, sessions, tokens, load } = useAccount();
  const [place, setPlace] = useState(0);
  const entries: Entry[] = [
    { kind: 'call', call: sessionCalls.profileUpdate },
    { kind: 'call', call: sessionCalls.passwordChange },
    { kind: 'call', call: user?.totpEnabled ? sessionCalls.twoFactorDisable : sessionCalls.twoFactorStart },
    { kind: 'call', call: sessionCalls.tokenCreate },
    ...tokens.map((token) => ({ kind: 'token', token }) as const),
    ...sessions.map((session) => ({ kind: 'session', session }) as const),
  ];
  const at = clampIndex(place, entries.length);
  const step = (by: Step) => () => setPlace((known) => stepIndex(known, by, entries.length, 10));
  const end = async (call: CallDefinition, id: number, words: string) => {
    if (await confirm(tui, localize(call.label, tui.locale), escapeControls(words)))
      await tui.write(call.path, { id }).then(load, () => undefined);
  };
  const run = async (call: CallDefinition): Promise<boolean> => {
    if (call === sessionCalls.tokenCreate) return createToken(tui);
    if (call === sessionCalls.twoFactorStart) return setUpTwoFactor(tui);
    return (await openCall(call, call === sessionCalls.profileUpdate ? { ...user } : {}, tui)) !== null;
  };
  const open = async (entry: Entry | undefined) => {
    if (entry?.kind === 'token') await end(sessionCalls.tokenRevoke, entry.token.id, entry.token.name);
    else if (entry?.kind === 'session') await end(sessionCalls.sessionEnd, entry.session.id, entry.session.ip);
    else if (entry && (await run(entry.call))) load();
  };
  useKeys(keymaps.account, {
    down: step('down'),
    up: step('up'),
    top: step('top'),
    bottom: step('bottom'),
    open: () => void open(entries[at]),
    refresh: load,
  });
  const head = user
    ? `${escapeControls(user.name)}  ${renderDim(`${escapeControls(user.username)}  ${formatValue(user.role, admin.fields.role, tui)}  ${user.registrationDate}`)}`
    : renderDim(tui.t('common.loading'));
  const lines = entries.map((entry, one) => getEntryLine(entry, one === at, width, tui));
  const parts = [
    { kind: 'session', call: sessionCalls.sessionList },
    { kind: 'token', call: sessionCalls.tokenList },
  ] as const;
  // The last section is handled first, so that inserting its heading does not move the earlier ones.
  for (const { kind, call } of parts) {
    const from = entries.findIndex((entry) => entry.kind === kind);
    if (from >= 0) lines.splice(from, 0, '', `  ${renderDim(localize(call.label, tui.locale))}`);
  }
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Text>{`  ${renderBold(head)}`}</Text>
      <Text> </Text>
      <Text>{lines.slice(0, height - 2).join('\n')}</Text>
    </Box>
  );
}
