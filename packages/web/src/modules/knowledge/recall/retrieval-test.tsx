import './recall.css';
import type { FieldErrors } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSay } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import { pairRows } from '../../../resource/action/action-dialog.tsx';
import { useActionForm } from '../../../resource/action/use-action-form.ts';
import { usePress } from '../../../resource/action/use-press.ts';
import { useSendAction } from '../../../resource/action/use-send-action.ts';
import { FieldsForm, getFieldErrors } from '../../../resource/form/fields-form.tsx';
import { listKey } from '../../../resource/list/use-list-url.ts';
import type { ActionPageProps } from '../../../resource/slots.ts';
import { IconLeft } from '../../../ui/icons.ts';
import { Button } from '../../../ui/index.ts';
import { Empty } from '../../../ui/parts/index.ts';
import type { RecallAnswer } from './recall-answer.ts';
import { RecallSides } from './recall-result.tsx';

const asked = ['knowledge', 'query'];

interface Found {
  readonly answer: RecallAnswer;
  readonly isAgain: boolean;
}

/**
 * A question to a knowledge base on the left and its results on the right: a chunk can be edited there and the question repeated.
 */
export function RetrievalTest(props: ActionPageProps) {
  const { resource, action, inputs, close } = props;
  const t = useWords();
  const localize = useSay();
  const queries = useQueryClient();
  const send = useSendAction(resource);
  const [found, setFound] = useState<Found | null>(null);
  const show = (answer: unknown, isAgain: boolean) => {
    setFound({ answer: answer as RecallAnswer, isAgain });
    // The list behind contains each search.
    void queries.invalidateQueries({ queryKey: listKey(resource) });
  };
  const form = useActionForm({ ...props, record: null, given: {}, onDone: (answer) => show(answer, false) });
  const again = usePress(async (key) =>
    show(await send('rerun', null, { id: found?.answer.recordId ?? 0 }, key), true),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.busy) void form.run();
  };
  const shared = { ...form, disabled: form.busy, onChange: form.change, ...(inputs ? { inputs } : {}) };
  const others = Object.keys(form.fields).filter((name) => !asked.includes(name));
  const compared = others.filter((name) => name.startsWith('other'));
  const rules = others.filter((name) => !name.startsWith('other'));
  return (
    <div className="recall-page">
      <form className="card form-stack recall-form" aria-label={localize(action.label)} noValidate onSubmit={submit}>
        <h2>{localize(action.label)}</h2>
        {action.help ? <p className="hint">{localize(action.help)}</p> : null}
        <FieldsForm {...shared} rows={asked.map((name) => [name])} />
        <Folded label={t('resource.recall.rules')} names={rules} errors={form.errors}>
          <FieldsForm {...shared} rows={pairRows(pick(form.fields, rules))} />
        </Folded>
        <Folded label={t('resource.recall.compare')} names={compared} errors={form.errors}>
          <FieldsForm {...shared} rows={pairRows(pick(form.fields, compared))} />
        </Folded>
        <div className="recall-press">
          <Button type="primary" htmlType="submit" loading={form.busy}>
            {localize(action.label)}
          </Button>
          <Button type="text" icon={<IconLeft />} onClick={close}>
            {t('resource.recall.log')}
          </Button>
        </div>
      </form>
      <section className="card recall-found" aria-label={t('resource.recall.found')} aria-busy={again.busy}>
        {found === null ? (
          <Empty title={t('resource.recall.waiting')} />
        ) : (
          <>
            <div className="recall-found-head">
              <h2>{t('resource.recall.found')}</h2>
              <Button loading={again.busy} onClick={again.press}>
                {t('resource.recall.again')}
              </Button>
            </div>
            <RecallSides
              key={found.answer.recordId}
              found={found.answer}
              isAgain={found.isAgain}
              onFixed={() => again.press()}
            />
          </>
        )}
      </section>
    </div>
  );
}

function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name] as T] as const] : [])));
}

interface FoldedProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly errors: FieldErrors;
  readonly children: React.ReactNode;
}

/** Advanced fields; they expand when one of them is invalid. */
function Folded({ label, names, errors, children }: FoldedProps) {
  const isWrong = names.some((name) => getFieldErrors(errors, name).length > 0);
  return (
    <details className="recall-folded" {...(isWrong ? { open: true } : {})}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
