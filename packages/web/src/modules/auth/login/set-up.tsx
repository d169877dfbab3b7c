import { errorMessage, ResponseError } from '@gantry/core';
import { type FormEvent, useId, useState } from 'react';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { Field, type SessionHost } from '../../../app/session/index.ts';
import { entryPaths } from './entry-paths.ts';

interface SetUpProps {
  readonly host: SessionHost;
  readonly onDone: () => Promise<void>;
}
type Errors = Readonly<Record<string, readonly string[]>>;

/** Creates the first admin with the setup code that the server printed, and signs in. */
export function SetUp({ host, onDone }: SetUpProps) {
  const t = useT();
  const client = useClient();
  const id = useId();
  const [problem, setProblem] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const create = async (form: FormData) => {
    const getText = (name: string) => String(form.get(name) ?? '').trim();
    const password = String(form.get('password') ?? '');
    setBusy(true);
    try {
      const body = { code: getText('code'), username: getText('username'), name: getText('name'), password };
      await client.call(entryPaths.setup, body, { quiet: true, idempotencyKey: createCallKey() });
      await host.session.signIn({ username: body.username, password });
      await onDone();
    } catch (error) {
      setErrors(error instanceof ResponseError ? error.errors : {});
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void create(new FormData(event.currentTarget));
  };
  const getHint = (name: string, otherwise?: string) => errors[name]?.join(' ') ?? otherwise ?? '';
  return (
    <form className="credentials" noValidate onSubmit={onSubmit}>
      <p className="sign-in-about">{t('entry.setUp.about')}</p>
      <div className="credentials-problem" role="alert" data-testid="login-error">
        {Object.keys(errors).length > 0 ? '' : problem}
      </div>
      <Field
        id={`${id}-code`}
        name="code"
        label={t('entry.setUp.code')}
        hint={getHint('code', t('entry.setUp.codeHint'))}
        autoComplete="off"
        autoFocus
      />
      <Field
        id={`${id}-username`}
        name="username"
        label={t('session.username')}
        hint={getHint('username')}
        autoComplete="username"
      />
      <Field id={`${id}-name`} name="name" label={t('entry.setUp.name')} hint={getHint('name')} autoComplete="name" />
      <Field
        id={`${id}-password`}
        name="password"
        type="password"
        label={t('session.password')}
        hint={getHint('password', t('entry.setUp.passwordHint'))}
        autoComplete="new-password"
      />
      <button type="submit" className="credentials-submit" aria-busy={busy} disabled={busy}>
        {t('entry.setUp.create')}
      </button>
    </form>
  );
}
