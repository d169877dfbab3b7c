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
  type SessionItem,
  sessionCalls,
  sessionPaths,
  type Values,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useState } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { FormPage, type Sent } from '../../tui/fields/form-page.tsx';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderBlue, renderBold, renderDim } from '../../tui/parts/colours.ts';
import { confirm } from '../../tui/parts/confirm.tsx';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex, type Step, stepIndex } from '../../tui/parts/viewport.ts';
import { toRejection } from '../../tui/resource/record/write-flow.tsx';

/** A form over the input of one call of one's own session. */
async function openCall(call: CallDefinition, values: Values, tui: Tui): Promise<boolean> {
  const fields: Fields = call.input;
  const send = async (all: Values): Promise<Sent> => {
    const checked = check(createFieldsSchema(fields), complete(all, fields, 'update'), fields, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    try {
      await tui.write(call.path, checked.value);
      tui.localize(tui.t('tui.saved'), 'good');
      return { done: true };
    } catch (error) {
      return toRejection(error);
    }
  };
  return tui.open<boolean>('page', (close) => (
    <FormPage title={localize(call.label, tui.locale)} fields={fields} values={values} send={send} onDone={close} />
  ));
}

/** Asks for a new password; used at once by those who must change theirs. */
export function changePassword(tui: Tui): Promise<boolean> {
  return openCall(sessionCalls.passwordChange, {}, tui);
}

type Entry =
  | { readonly kind: 'call'; readonly call: CallDefinition }
  | { readonly kind: 'session'; readonly session: SessionItem };

function useAccount() {
  const { client } = useTui();
  const [user, setUser] = useState<CurrentUser | null>(null);
  const [sessions, setSessions] = useState<readonly SessionItem[]>([]);
  const load = useCallback(() => {
    client.call<CurrentUser>(sessionPaths.info).then(setUser, () => undefined);
    client.call<{ items: readonly SessionItem[] } | readonly SessionItem[]>(sessionCalls.sessionList.path).then(
      (answer) => setSessions('items' in answer ? answer.items : answer),
      () => undefined,
    );
  }, [client]);
  useEffect(load, [load]);
  return { user, sessions, load };
}

function entryLine(entry: Entry, here: boolean, width: number, tui: Tui): string {
  const lead = here ? `${renderBlue(tui.marks.pointer)} ` : '  ';
  const words =
    entry.kind === 'call'
      ? localize(entry.call.label, tui.locale)
      : `${padCell(escapeControls(entry.session.ip), 18, tui.marks)} ${formatTime(entry.session.lastSeenAt, tui.timeZone)}  ${escapeControls(entry.session.userAgent)}`;
  const mark = entry.kind === 'session' && entry.session.current ? applyTone(`  ${tui.t('tui.thisOne')}`, 'good') : '';
  const shown = cut(words, width - 16, tui.marks);
  return `${lead}${here ? renderBlue(renderBold(shown)) : shown}${mark}`;
}

/** One's own profile, password and sessions. */
export function Account() {
  const tui = useTui();
  const { width, height } = useArea();
  const { user, sessions, load } = useAccount();
  const [place, setPlace] = useState(0);
  const entries: Entry[] = [
    { kind: 'call', call: sessionCalls.profileUpdate },
    { kind: 'call', call: sessionCalls.passwordChange },
    ...sessions.map((session) => ({ kind: 'session', session }) as const),
  ];
  const at = clampIndex(place, entries.length);
  const step = (by: Step) => () => setPlace((known) => stepIndex(known, by, entries.length, 10));
  const open = async (entry: Entry | undefined) => {
    if (entry?.kind === 'call') {
      if (await openCall(entry.call, { ...(entry.call === sessionCalls.profileUpdate ? user : {}) }, tui)) load();
    } else if (
      entry &&
      (await confirm(tui, localize(sessionCalls.sessionEnd.label, tui.locale), escapeControls(entry.session.ip)))
    ) {
      await tui.write(sessionCalls.sessionEnd.path, { id: entry.session.id }).then(load, () => undefined);
    }
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
  const sessionsFrom = entries.findIndex((entry) => entry.kind === 'session');
  if (sessionsFrom >= 0)
    lines.splice(sessionsFrom, 0, '', `  ${renderDim(localize(sessionCalls.sessionList.label, tui.locale))}`);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Text>{`  ${renderBold(head)}`}</Text>
      <Text> </Text>
      <Text>{lines.slice(0, height - 2).join('\n')}</Text>
    </Box>
  );
}
