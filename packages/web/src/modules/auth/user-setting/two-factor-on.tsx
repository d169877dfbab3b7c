import { errorMessage, ResponseError, sessionCalls, type TwoFactorCodes, type TwoFactorStart } from '@gantry/core';
import encodeQr from 'qr';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { useSession, useStepUp } from '../../../app/session/index.ts';
import { Modal, TextInput } from '../../../ui/index.ts';
import { FormRow, Loading } from '../../../ui/parts/index.ts';
import { CopyText } from './copy-text.tsx';

interface QrCodeProps {
  readonly text: string;
  /** Accessible description of what scanning does. */
  readonly label: string;
}

/** Quiet zone around the code, in modules, as the standard requires. */
const border = 4;
/** Pixels per module. */
const scale = 4;

/** A QR code, dark on white in both themes, because not every camera reads inverted codes. */
function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={size * scale}
      height={size * scale}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Draws each run of dark modules as a segment of one stroked path. */
function drawQrCode(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border });
  const runs = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${end - x}v1H${x}z`];
    }),
  );
  return { size: rows.length, path: runs.join('') };
}

type Step =
  | { readonly at: 'starting' }
  | { readonly at: 'secret'; readonly start: TwoFactorStart }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

/** Enables two-factor: transfers the key to an authenticator app, verifies one code, and shows the recovery codes. */
export function TwoFactorOn({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const client = useClient();
  const stepUp = useStepUp();
  const { reload } = useSession();
  const [step, setStep] = useState<Step>({ at: 'starting' });
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string[]>([]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const start = () =>
      client.call<TwoFactorStart>(sessionCalls.twoFactorStart.path, {}, { idempotencyKey: createCallKey() });
    stepUp(start).then((answer) => setStep({ at: 'secret', start: answer }), onClose);
  }, [client, stepUp, onClose]);
  const confirm = async () => {
    try {
      const answer = await client.call<TwoFactorCodes>(
        sessionCalls.twoFactorConfirm.path,
        { totp: code.replace(/\s+/g, '') },
        { quiet: true, idempotencyKey: createCallKey() },
      );
      setStep({ at: 'codes', codes: answer.recoveryCodes });
    } catch (error) {
      const fields = error instanceof ResponseError ? Object.values(error.errors).flat() : [];
      setProblem(fields.length > 0 ? fields : [errorMessage(error)]);
    }
  };
  const finish = () => void reload().finally(onClose);
  if (step.at === 'starting') return null;
  const codes = step.at === 'codes';
  return (
    <Modal
      visible
      title={t(codes ? 'console.user.recovery' : 'console.user.twoFactor')}
      okText={t(codes ? 'console.user.done' : 'console.user.turnOn')}
      cancelText={t('common.cancel')}
      hideCancel={codes}
      closable={!codes}
      maskClosable={false}
      escToExit={!codes}
      onOk={codes ? finish : () => void confirm()}
      onCancel={codes ? finish : onClose}
    >
      {step.at === 'secret' ? (
        <SecretStep start={step.start} code={code} problem={problem} onCode={setCode} />
      ) : codes ? (
        <CodesStep codes={step.codes} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

interface SecretStepProps {
  readonly start: TwoFactorStart;
  readonly code: string;
  readonly problem: readonly string[];
  readonly onCode: (code: string) => void;
}

function SecretStep({ start, code, problem, onCode }: SecretStepProps) {
  const t = useT();
  return (
    <div className="form-stack">
      <p className="hint">{t('console.user.scan')}</p>
      <QrCode text={start.uri} label={t('console.user.qrCode')} />
      <CopyText label={t('console.user.secret')} text={start.secret} />
      <a href={start.uri} className="plain-link">
        {t('console.user.openApp')}
      </a>
      <FormRow label={t('console.user.typeCode')} errors={problem} required>
        {(ids) => (
          <TextInput
            {...ids}
            value={code}
            onChange={onCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
          />
        )}
      </FormRow>
    </div>
  );
}

function CodesStep({ codes }: { readonly codes: readonly string[] }) {
  const t = useT();
  return (
    <div className="form-stack">
      <p className="hint">{t('console.user.recoveryAbout')}</p>
      <CopyText label={t('console.user.recovery')} text={codes.join('\n')} file="gantry-recovery-codes.txt" />
    </div>
  );
}
