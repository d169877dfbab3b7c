import './user-setting.css';
import {
  errorMessage,
  type FieldErrors,
  type OperationLogAnswer,
  ResponseError,
  type SessionItem,
  sessionCalls,
} from '@gantry/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useFormat, useSay, useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { type Proof, ProofDialog } from '../../../app/session/step-up-dialog.tsx';
import { Button, Modal, PasswordInput, Tag, useToast } from '../../../ui/index.ts';
import {
  ConfirmDialog,
  Empty,
  ErrorState,
  FormRow,
  Loading,
  PageFrame,
  PageTabs,
  PlainTable,
} from '../../../ui/parts/index.ts';
import { OperationTable } from './operation-table.tsx';
import { Profile } from './profile.tsx';
import { Tokens } from './tokens.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { UserAvatar, UserFacts } from './user-facts.tsx';

const queryKey = ['own-sessions'] as const;

/** Active sessions. Every session except the current one can be ended. */
function Sessions() {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  const [ending, setEnding] = useState<SessionItem | null>(null);
  const query = useQuery({
    queryKey,
    queryFn: () => client.call<{ items: readonly SessionItem[] }>(sessionCalls.sessionList.path, {}, { quiet: true }),
  });
  const end = useMutation({
    mutationFn: ({ id }: SessionItem) =>
      client.call(sessionCalls.sessionEnd.path, { id }, { idempotencyKey: createCallKey() }),
    onSettled: () => {
      setEnding(null);
      return queries.invalidateQueries({ queryKey });
    },
  });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const heads = [
    t('console.user.device'),
    t('console.user.from'),
    t('console.user.lastSeen'),
    t('console.user.began'),
    t('console.user.ends'),
  ];
  return (
    <div className="user-table">
      <PlainTable>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">{t('common.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {query.data.items.map((item) => (
            <tr key={item.id}>
              <td>{item.userAgent}</td>
              <td>{item.ip}</td>
              <td>{format.ago(item.lastSeenAt)}</td>
              <td>{format.time(item.createdAt)}</td>
              <td>{format.time(item.expiresAt)}</td>
              <td>
                {item.current ? (
                  <Tag color="green">{t('console.user.current')}</Tag>
                ) : (
                  <Button size="mini" status="danger" onClick={() => setEnding(item)}>
                    {t('console.user.end')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <ConfirmDialog
        open={ending !== null}
        title={t('console.user.end')}
        danger
        busy={end.isPending}
        onConfirm={() => (ending ? end.mutate(ending) : undefined)}
        onCancel={() => setEnding(null)}
      >
        {t('console.user.endConfirmation')}
      </ConfirmDialog>
    </div>
  );
}

const { current, next } = sessionCalls.passwordChange.input;

/** Changes the password: current password, new password, and its repetition. */
function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const localize = useSay();
  const toast = useToast();
  const client = useClient();
  const { user } = useSession();
  const [draft, setDraft] = useState({ current: '', next: '', again: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (draft.next !== draft.again) return setErrors({ again: [t('entry.newPassword.unlike')] });
    setBusy(true);
    try {
      const body = { current: draft.current, next: draft.next };
      await client.call(sessionCalls.passwordChange.path, body, { quiet: true, idempotencyKey: createCallKey() });
      toast.success(t('console.user.passwordChanged'));
      onClose();
    } catch (error) {
      const found = error instanceof ResponseError ? error.errors : {};
      setErrors(Object.keys(found).length > 0 ? found : { current: [errorMessage(error)] });
      setBusy(false);
    }
  };
  const rows = [
    { name: 'current', label: localize(current.label), autoComplete: 'current-password' },
    { name: 'next', label: localize(next.label), autoComplete: 'new-password' },
    { name: 'again', label: t('entry.newPassword.again'), autoComplete: 'new-password' },
  ] as const;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  return (
    <Modal
      visible
      title={t('console.user.password')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      maskClosable={false}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form className="form-stack" onSubmit={onSubmit}>
        <p className="hint">{t('console.user.passwordAbout')}</p>
        <input type="text" autoComplete="username" defaultValue={user.username} hidden />
        {rows.map(({ name, label, autoComplete }) => (
          <FormRow
            key={name}
            label={label}
            errors={errors[name]}
            help={name === 'next' ? t('entry.setUp.passwordHint') : undefined}
            required
          >
            {(ids) => (
              <PasswordInput
                {...ids}
                value={draft[name]}
                autoComplete={autoComplete}
                onChange={(value) => setDraft((now) => ({ ...now, [name]: value }))}
              />
            )}
          </FormRow>
        ))}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

const tabs = { profile: Profile, security: Security, sessions: Sessions, tokens: Tokens, log: OperationLog } as const;
type Tab = keyof typeof tabs;

function getTab(value: string | null): Tab {
  return value !== null && Object.hasOwn(tabs, value) ? (value as Tab) : 'profile';
}

/** The user's own account: profile, sign-in, sessions and audit log. */
export function UserSetting() {
  const t = useT();
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const active = getTab(params.get('tab'));
  const Body = tabs[active];
  const names = Object.keys(tabs) as Tab[];
  return (
    <PageFrame>
      <section className="card user-head">
        <UserAvatar />
        <div className="user-name">
          <strong>{user.name || user.username}</strong>
          <UserFacts />
        </div>
      </section>
      <section className="card user-body" aria-label={t('console.nav.userSetting')}>
        <PageTabs
          label={t('console.nav.userSetting')}
          tabs={names.map((key) => ({ key, label: t(`console.user.${key}`) }))}
          active={active}
          onChange={(tab) => setParams({ tab })}
        >
          <Body />
        </PageTabs>
      </section>
    </PageFrame>
  );
}

/** The user's own audit log, latest first. */
function OperationLog() {
  const t = useT();
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: ['own-operations'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      client.call<OperationLogAnswer>(
        sessionCalls.operationLog.path,
        { pageSize: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        { quiet: true },
      ),
    getNextPageParam: (last) => last.nextCursor,
  });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title={t('console.user.noLog')} />;
  return (
    <div className="user-table">
      <OperationTable items={items} />
      {query.hasNextPage ? (
        <Button className="user-more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('console.user.loadMore')}
        </Button>
      ) : null}
    </div>
  );
}

/** Password and two-factor. */
function Security() {
  const t = useT();
  const { user } = useSession();
  const [open, setOpen] = useState<'none' | 'password' | 'on' | 'off'>('none');
  const close = () => setOpen('none');
  const { totpEnabled } = user;
  return (
    <>
      <ul className="security">
        <li>
          <div>
            <h2>{t('console.user.password')}</h2>
            <p className="hint">{t('console.user.passwordAbout')}</p>
          </div>
          <Button
            onClick={() => setOpen('password')}
            aria-label={`${t('console.user.change')} ${t('console.user.password')}`}
          >
            {t('console.user.change')}
          </Button>
        </li>
        <li>
          <div>
            <h2>
              {t('console.user.twoFactor')}{' '}
              <Tag color={totpEnabled ? 'green' : 'gray'}>{t(totpEnabled ? 'common.on' : 'common.off')}</Tag>
            </h2>
            <p className="hint">{t(totpEnabled ? 'console.user.twoFactorOn' : 'console.user.twoFactorOff')}</p>
          </div>
          <Button type={totpEnabled ? 'default' : 'primary'} onClick={() => setOpen(totpEnabled ? 'off' : 'on')}>
            {t(totpEnabled ? 'console.user.turnOff' : 'console.user.turnOn')}
          </Button>
        </li>
      </ul>
      {open === 'password' ? <PasswordDialog onClose={close} /> : null}
      {open === 'on' ? <TwoFactorOn onClose={close} /> : null}
      {open === 'off' ? <TwoFactorOff onClose={close} /> : null}
    </>
  );
}

/** Disables two-factor, with the password and a code. */
function TwoFactorOff({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const client = useClient();
  const { reload } = useSession();
  const send = async (proof: Proof) => {
    await client.call(sessionCalls.twoFactorDisable.path, proof, { quiet: true, idempotencyKey: createCallKey() });
    await reload();
  };
  return (
    <ProofDialog
      title={t('console.user.twoFactor')}
      why={t('console.user.turnOffConfirmation')}
      okText={t('console.user.turnOff')}
      danger
      send={send}
      onDone={onClose}
    />
  );
}
