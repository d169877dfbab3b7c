import {
  admin,
  type CallDefinition,
  type CurrentUser,
  check,
  complete,
  createFieldsSchema,
  type Fields,
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
import { FormPage, type Sent } from '../../tui/fields/form-page.tsx';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderBlue, renderBold, renderDim } from '../../tui/parts/colours.ts';
import { confirm } from '../../tui/parts/confirm.tsx';
import { LinesPage } from '../../tui/parts/lines-page.tsx';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex, type Step, stepIndex } from '../../tui/parts/viewport.ts';
import { toRejection } from '../../tui/resource/record/write-flow.tsx';

/** A form over the input of one call of one's own session. */
async function openCall<T = unknown>(
  call: CallDefinition,
  values: Values,
  tui: Tui,
  { help, onAnswer }: { readonly help?: string; readonly onAnswer?: (answer: T) => void } = {},
): Promise<boolean> {
  const fields: Fields = call.input;
  const send = async (all: Values): Promise<Sent> => {
    const checked = check(createFieldsSchema(fields), complete(all, fields, 'update'), fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      const answer = await tui.write<T>(call.path, checked.value);
      onAnswer?.(answer);
      tui.localize(tui.t('tui.saved'), 'good');
      return { done: true };
    } catch (error) {
      return toRejection(error);
    }
  };
  return tui.open<boolean>('page', (close) => (
    <FormPage
      title={localize(call.label, tui.locale)}
      fields={fields}
      values={values}
      {...(help === undefined ? {} : { help })}
      send={send}
      onDone={close}
    />
  ));
}

/** Asks for a new password; used at once by those who must change theirs. */
export function changePassword(tui: Tui): Promise<boolean> {
  return openCall(sessionCalls.passwordChange, {}, tui);
}

/** Shows what is shown once, until it is left; `Y` copies it. */
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
  const made: NewToken[] = [];
  const onAnswer = (answer: NewToken) => void made.push(answer);
  const values = { days: tokenCreate.input.days.default, readOnly: false };
  if (!(await openCall<NewToken>(tokenCreate, values, tui, { onAnswer }))) return false;
  for (const { token } of made) await showOnce(localize(tokenCreate.label, tui.locale), [token], tui);
  return true;
}

/** Sets up two-factor: the secret is typed into an authenticator, whose code confirms it; then the recovery codes are shown. */
async function setUpTwoFactor(tui: Tui): Promise<boolean> {
  const { twoFactorStart, twoFactorConfirm } = sessionCalls;
  const started = await tui.write<TwoFactorStart>(twoFactorStart.path, {}).catch(() => null);
  if (!started) return false;
  const codes: string[] = [];
  const onAnswer = ({ recoveryCodes }: TwoFactorCodes) => void codes.push(...recoveryCodes);
  const help = tui.t('tui.twoFactorSecret', { secret: started.secret });
  if (!(await openCall<TwoFactorCodes>(twoFactorConfirm, {}, tui, { help, onAnswer }))) return false;
  await showOnce(tui.t('tui.recoveryCodes'), codes, tui);
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

/** What a token is called, until when it is good, and whether it only reads. */
function tokenWords({ name, readOnly, expiresAt }: TokenItem, { t, locale, timeZone, marks }: Tui): string {
  const until = `${t('tui.expires')} ${formatTime(expiresAt, timeZone)}`;
  const scope = readOnly ? `  ${localize(sessionCalls.tokenCreate.input.readOnly.label, locale)}` : '';
  return `${padCell(escapeControls(name), 18, marks)} ${until}${scope}`;
}

function entryLine(entry: Entry, here: boolean, width: number, tui: Tui): string {
  const lead = here ? `${renderBlue(tui.marks.pointer)} ` : '  ';
  const words =
    entry.kind === 'call'
      ? localize(entry.call.label, tui.locale)
      : entry.kind === 'token'
        ? tokenWords(entry.token, tui)
        : `${padCell(escapeControls(entry.session.ip), 18, tui.marks)} ${formatTime(entry.session.lastSeenAt, tui.timeZone)}  ${escapeControls(entry.session.userAgent)}`;
  const mark = entry.kind === 'session' && entry.session.current ? applyTone(`  ${tui.t('tui.thisOne')}`, 'good') : '';
  const shown = cut(words, width - 16, tui.marks);
  return `${lead}${here ? renderBlue(renderBold(shown)) : shown}${mark}`;
}

/** One's own profile, password, two-factor, access tokens and sessions. */
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
  const run = (call: CallDefinition): Promise<boolean> => {
    if (call === sessionCalls.tokenCreate) return createToken(tui);
    if (call === sessionCalls.twoFactorStart) return setUpTwoFactor(tui);
    return openCall(call, call === sessionCalls.profileUpdate ? { ...user } : {}, tui);
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
  const lines = entries.map((entry, one) => entryLine(entry, one === at, width, tui));
  const parts = [
    { kind: 'session', call: sessionCalls.sessionList },
    { kind: 'token', call: sessionCalls.tokenList },
  ] as const;
  // From the last part on, so that the places of those before stay.
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
