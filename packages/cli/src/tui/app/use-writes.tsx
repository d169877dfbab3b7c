import { type Client, getError, ResponseError, sessionCalls, type Translate } from '@gantry/core';
import { wrapText } from '../../output/wrap-text.ts';
import type { WriteKeys } from '../keys/write-keys.ts';
import { Menu, measureMenuHeight } from '../parts/menu.tsx';
import { Prompt, promptHeight } from '../parts/prompt.tsx';
import type { Tui, TuiKey } from '../parts/tui-context.ts';

/** Step-up: asks for the password, and for a code when the server requires one. Returns false when the user cancels. */
async function confirmIdentity(client: Client, open: Tui['open'], t: Translate<TuiKey>): Promise<boolean> {
  const password = await open<string | null>(promptHeight, (close) => (
    <Prompt title={t('tui.stepUp')} label={t('tui.stepUpLabel')} hint={t('tui.stepUpHint')} hidden onDone={close} />
  ));
  if (password === null || password === '') return false;
  try {
    await client.call(sessionCalls.stepUp.path, { password });
    return true;
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== getError('twoFactorNeeded').code) throw error;
  }
  const totp = await open<string | null>(promptHeight, (close) => (
    <Prompt title={t('tui.stepUp')} label={t('tui.stepUpCode')} hint={t('tui.stepUpHint')} onDone={close} />
  ));
  if (totp === null || totp.trim() === '') return false;
  await client.call(sessionCalls.stepUp.path, { password, totp: totp.trim() });
  return true;
}

/** Opens files. A call that requires step-up is repeated after the user has confirmed their identity. */
export function createFileOpener(
  client: Client,
  open: Tui['open'],
  t: Translate<TuiKey>,
  openFile: Tui['openFile'],
): Tui['openFile'] {
  return async (path, body) => {
    try {
      return await openFile(path, body);
    } catch (error) {
      if (!(error instanceof ResponseError) || error.code !== 40301 || !(await confirmIdentity(client, open, t)))
        throw error;
      return openFile(path, body);
    }
  };
}

/**
 * Explains that a repeated write took effect only once, since the user may have meant to send two, and waits for confirmation.
 */
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

/** Sends writes with an idempotency key that all attempts share until the outcome is known, so that a write takes effect once. */
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
      if (error.code === 40301 && (await confirmIdentity(client, open, t)))
        return client.call<T>(path, body, { idempotencyKey });
      if (error.code !== 40301) react(error);
      throw error;
    }
  };
  return async <T,>(path: string, body: unknown, key?: string): Promise<T> => {
    const mayRepeat = keys.isOutcomeUnknown(path, body);
    const request = send<T>(path, body, key ?? keys.get(path, body));
    await request.then(
      () => keys.recordOutcome(path, body, null),
      (failure: unknown) => keys.recordOutcome(path, body, failure),
    );
    if (mayRepeat) await request.then(() => showDoneOnce(open, t));
    return request;
  };
}
