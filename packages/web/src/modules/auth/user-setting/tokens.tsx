import { type FieldErrors, type NewToken, ResponseError, sessionCalls, type TokenItem } from '@gantry/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useFormat, useT } from '../../../app/i18n/index.ts';
import { StepUpCanceled, useStepUp } from '../../../app/session/index.ts';
import { useCalls } from '../../../fields/use-calls.ts';
import { Button, Modal, NumberInput, Switch, Tag, TextInput, useToast } from '../../../ui/index.ts';
import {
  ConfirmDialog,
  Empty,
  ErrorState,
  FormRow,
  Loading,
  PlainTable,
  SettingsRow,
} from '../../../ui/parts/index.ts';
import { CopyText } from './copy-text.tsx';

interface NewTokenDialogProps {
  readonly onMade: (token: NewToken) => void;
  readonly onClose: () => void;
}
interface Draft {
  readonly name: string;
  readonly days: number;
  readonly readOnly: boolean;
}
const { days } = sessionCalls.tokenCreate.input;

function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const t = useT();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const [draft, setDraft] = useState<Draft>({ name: '', days: days.default, readOnly: false });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const make = async () => {
    setBusy(true);
    try {
      const body = { ...draft, name: draft.name.trim() };
      onMade(
        await stepUp(() =>
          calls.call<NewToken>(sessionCalls.tokenCreate.path, body, { idempotencyKey: createCallKey() }),
        ),
      );
    } catch (error) {
      if (error instanceof StepUpCanceled) return onClose();
      const found = error instanceof ResponseError ? error.errors : {};
      setErrors(found);
      if (Object.keys(found).length === 0) toast.error(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void make();
  };
  return (
    <Modal
      visible
      title={t('console.user.newToken')}
      okText={t('verb.create')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      maskClosable={false}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <form className="form-stack" onSubmit={onSubmit}>
        <FormRow label={t('console.user.tokenName')} errors={errors.name} required>
          {(ids) => <TextInput {...ids} value={draft.name} maxLength={64} onChange={(name) => change({ name })} />}
        </FormRow>
        <FormRow label={t('console.user.tokenDays')} errors={errors.days}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={days.min}
              max={days.max}
              value={draft.days}
              onChange={(value) => change({ days: value })}
            />
          )}
        </FormRow>
        <SettingsRow label={t('console.user.tokenReadOnly')}>
          <Switch
            label={t('console.user.tokenReadOnly')}
            checked={draft.readOnly}
            onChange={(readOnly) => change({ readOnly })}
          />
        </SettingsRow>
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

const queryKey = ['own-tokens'] as const;

/** Access tokens for scripts: create, list and revoke them. A token itself is shown only once. */
export function Tokens() {
  const t = useT();
  const client = useClient();
  const queries = useQueryClient();
  const [request, setRequest] = useState(false);
  const [made, setMade] = useState<NewToken | null>(null);
  const query = useQuery({
    queryKey,
    queryFn: () => client.call<{ items: readonly TokenItem[] }>(sessionCalls.tokenList.path, {}, { quiet: true }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const keep = (token: NewToken) => {
    setRequest(false);
    setMade(token);
    void refresh();
  };
  return (
    <>
      <div className="user-tools">
        <p className="hint">{t('console.user.tokenAbout')}</p>
        <Button type="primary" onClick={() => setRequest(true)}>
          {t('console.user.newToken')}
        </Button>
      </div>
      {query.data ? (
        <TokenTable items={query.data.items} onChanged={refresh} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
      {request ? <NewTokenDialog onMade={keep} onClose={() => setRequest(false)} /> : null}
      {made ? (
        <Modal
          visible
          title={t('console.user.tokenMade')}
          hideCancel
          maskClosable={false}
          okText={t('console.user.done')}
          onOk={() => setMade(null)}
          onCancel={() => setMade(null)}
        >
          <p className="hint">{t('console.user.tokenOnce')}</p>
          <CopyText label={t('console.user.tokens')} text={made.token} />
        </Modal>
      ) : null}
    </>
  );
}

function TokenTable({
  items,
  onChanged,
}: {
  readonly items: readonly TokenItem[];
  readonly onChanged: () => Promise<void>;
}) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const [revoking, setRevoking] = useState<TokenItem | null>(null);
  const revoke = useMutation({
    mutationFn: ({ id }: TokenItem) =>
      client.call(sessionCalls.tokenRevoke.path, { id }, { idempotencyKey: createCallKey() }),
    onSettled: () => {
      setRevoking(null);
      return onChanged();
    },
  });
  if (items.length === 0) return <Empty title={t('console.user.noTokens')} />;
  return (
    <div className="user-table">
      <PlainTable>
        <thead>
          <tr>
            <th scope="col">{t('console.user.tokenName')}</th>
            <th scope="col">{t('common.createdAt')}</th>
            <th scope="col">{t('console.user.lastSeen')}</th>
            <th scope="col">{t('console.user.ends')}</th>
            <th scope="col">{t('common.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                {item.name} {item.readOnly ? <Tag>{t('console.user.tokenReadOnly')}</Tag> : null}
              </td>
              <td>{format.time(item.createdAt)}</td>
              <td>{format.ago(item.lastSeenAt)}</td>
              <td>{format.time(item.expiresAt)}</td>
              <td>
                <Button size="mini" status="danger" onClick={() => setRevoking(item)}>
                  {t('console.user.revoke')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <ConfirmDialog
        open={revoking !== null}
        title={t('console.user.revoke')}
        danger
        busy={revoke.isPending}
        onConfirm={() => (revoking ? revoke.mutate(revoking) : undefined)}
        onCancel={() => setRevoking(null)}
      >
        {t('console.user.revokeConfirmation')}
      </ConfirmDialog>
    </div>
  );
}
