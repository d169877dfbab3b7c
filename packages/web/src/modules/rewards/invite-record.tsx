import '../../resource/action/result.css';
import { formatResult, getResourcePath, inviteRecord } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../app/i18n/index.ts';
import { useCalls } from '../../fields/index.ts';
import { AnswerView } from '../../resource/action/answer-view.tsx';
import type { ConfirmationSlotProps, Slots } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';

/** What a reversal would reclaim of both rewards, and the shortfall. */
function ReversePreview({ record }: ConfirmationSlotProps) {
  const calls = useCalls();
  const format = useFormat();
  const preview = useQuery({
    queryKey: ['invite-reverse-preview', record?.id, record?.version],
    enabled: record !== null,
    retry: false,
    queryFn: () =>
      calls.call<{ back: unknown }>(getResourcePath(inviteRecord.name, 'previewReverse'), { id: record?.id }),
  });
  if (record === null) return null;
  if (preview.isPending) return <Loading />;
  if (preview.isError) return <Alert type="error" content={preview.error.message} />;
  return <AnswerView answer={formatResult(preview.data.back, inviteRecord.actions.previewReverse.output, format)} />;
}

/** A reversal shows what it would reclaim before the confirmation. */
export const slots: Slots = { request: { reverse: ReversePreview }, placed: ['previewReverse'] };
