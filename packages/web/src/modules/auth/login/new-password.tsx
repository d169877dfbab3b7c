import { type Credentials, errorMessage, ResponseError } from '@gantry/core';
import { type FormEvent, useId, useState } from 'react';
import { useClient } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { Field, type SessionHost } from '../../../app/session/index.ts';
import { entryPaths } from './entry-paths.ts';

interface NewPasswordProps {
  readonly host: SessionHost;
  /** With which one has just signed in: every session ends with the old password. */
  readonly credentials: Credentials;
  readonly onDone: () => Promise<void>;
}

/** A password that somebody else chose is changed before anything else. */
export function NewPassword({ host, credentials, onDone }: NewPasswordProps) {
  const t = useT();
  const client = useClient();
  const id = useId();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const change = async (next: string, again: string) => {
    if (next !== again) return setProblem(t('entry.newPassword.unlike'));
    setBusy(true);
    try {
      const { username, password: current } = credentials;
      await client.call(entryPaths.passwordChange, { current, next }, { quiet: true });
      await host.session.loadInfo().catch(() => host.session.signIn({ username, password: next }));
      await onDone();
    } catch (error) {
      const fields = error instanceof ResponseError ? Object.values(error.errors).flat() : [];
      setProblem(fields.length > 0 ? fields.join(' ') : errorMessage(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!busy) void change(String(form.get('next') ?? ''), String(form.get('again') ?? ''));
  };
  return (
    <form className="credentials" noValidate onSubmit={onSubmit}>
      <p className="sign-in-about">{t('entry.newPassword.about')}</p>
      <div className="credentials-problem" role="alert" data-testid="login-error">
        {problem}
      </div>
      <input type="text" name="username" autoComplete="username" defaultValue={credentials.username} hidden />
      <Field
        id={`${id}-next`}
        name="next"
        type="password"
        label={t('entry.newPassword.next')}
        hint={t('entry.setUp.passwordHint')}
        autoComplete="new-password"
        autoFocus
      />
      <Field
        id={`${id}-again`}
        name="again"
        type="password"
        label={t('entry.newPassword.again')}
        autoComplete="new-password"
      />
      <button type="submit" className="credentials-submit" aria-busy={busy} disabled={busy}>
        {t('entry.newPassword.save')}
      </button>
    </form>
  );
}
