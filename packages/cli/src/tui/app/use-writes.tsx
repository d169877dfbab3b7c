import { type Client, getError, ResponseError, sessionCalls, type Translate } from '@gantry/core';
import { wrapText } from '../../output/wrap-text.ts';
import type { WriteKeys } from '../keys/write-keys.ts';
import { Menu, measureMenuHeight } from '../parts/menu.tsx';
import { Prompt, promptHeight } from '../parts/prompt.tsx';
import type { Tui, TuiKey } from '../parts/tui-context.ts';

/** Confirms the identity again: by the password, and a code when the server asks for one. */
async function stepUp(client: Client, open: Tui['open'], t: Translate<TuiKey>): Promise<boolean> {
  const given = await open<string | null>(promptHeight, (close) => (
    <Prompt title={t('tui.stepUp')} label={t('tui.stepUpLabel')} hint={t('tui.stepUpHint')} hidden onDone={close} />
  ));
  if (given === null || given === '') return false;
  try {
    await client.call(sessionCalls.stepUp.path, { password: given });
    return true;
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== getError('twoFactorNeeded').code) throw error;
  }
  const totp = await open<string | null>(promptHeight, (close) => (
    <Prompt title={t('tui.stepUp')} label={t('tui.stepUpCode')} hint={t('tui.stepUpHint')} onDone={close} />
  ));
  if (totp === null || totp.trim() === '') return false;
  await client.call(sessionCalls.stepUp.path, { password: given, totp: totp.trim() });
  return true;
}

/** Opens files: a call that first asks who it is is made again once that is said. */
export function createFileOpener(
  client: Client,
  open: Tui['open'],
  t: Translate<TuiKey>,
  given: Tui['openFile'],
): Tui['openFile'] {
  return async (path, body) => {
    try {
      return await given(path, body);
    } catch (error) {
      if (!(error instanceof ResponseError) || error.code !== 40301 || !(await stepUp(client, open, t))) throw error;
      return given(path, body);
    }
  };
}

/** The user may have meant it twice: says that it took effect once, and waits until that is read. */
async function showDoneOnce(open: Tui['open'], t: Translate<TuiKey>): Promise<void> {
  const text = wrapText(t('tui.doneOnceText'), 74, true);
  await open<string | null>(text.length + measureMenuHeight(1), (close) => (
    <Menu
      title={t('tui.doneOnce')}
      text={text}
      items={[{ label: t('common.confirm'), value: 'read' }]}
      onDone={close}
    />
  ));
}

/** Sends writes: each under a key that every other try of it keeps until it is answered, so that it takes effect once. */
export function createWrites(
  client: Client,
  open: Tui['open'],
  t: Translate<TuiKey>,
  react: (error: ResponseError) => void,
  keys: WriteKeys,
): Tui['write'] {
  const send = async <T,>(path: string, body: unknown, idempotencyKey: string): Promise<T> => {
    try {
      return await client.call<T>(path, body, { idempotencyKey, quiet: true });
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      if (error.code === 40301 && (await stepUp(client, open, t)))
        return client.call<T>(path, body, { idempotencyKey });
      if (error.code !== 40301) react(error);
      throw error;
    }
  };
  return async <T,>(path: string, body: unknown, given?: string): Promise<T> => {
    const isSecondTry = keys.isLost(path, body);
    const sent = send<T>(path, body, given ?? keys.of(path, body));
    await sent.then(
      () => keys.ended(path, body, null),
      (failure: unknown) => keys.ended(path, body, failure),
    );
    if (isSecondTry) await sent.then(() => showDoneOnce(open, t));
    return sent;
  };
}
