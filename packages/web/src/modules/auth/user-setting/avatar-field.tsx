import { sessionCalls, settingsCalls } from '@gantry/core';
import { useRef, useState } from 'react';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useSay, useT } from '../../../app/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { FormRow } from '../../../ui/parts/index.ts';

interface AvatarFieldProps {
  /** Path of the uploaded picture; empty for none. */
  readonly value: string;
  /** Whose first letter stands in for a picture. */
  readonly name: string;
  readonly errors: readonly string[] | undefined;
  readonly onChange: (value: string) => void;
}

/** A file as base64, without the head of its data address. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Uploads a picture and takes its path. */
export function AvatarField({ value, name, errors, onChange }: AvatarFieldProps) {
  const t = useT();
  const localize = useSay();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const body = { name: file.name, content: await base64Of(file) };
      const { path } = await client.call<{ path: string }>(settingsCalls.fileUpload.path, body, {
        idempotencyKey: createCallKey(),
      });
      onChange(path);
    } catch {
      // What was wrong with the picture has been said already.
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormRow
      label={localize(sessionCalls.profileUpdate.input.avatar.label)}
      help={t('console.user.avatarHint')}
      errors={errors}
    >
      {(ids) => (
        <div className="avatar-field">
          <span className="user-avatar">
            {value ? (
              <img src={value} alt={localize(sessionCalls.profileUpdate.input.avatar.label)} />
            ) : (
              <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
            )}
          </span>
          <input
            {...ids}
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="unseen"
            tabIndex={-1}
            onChange={(event) => void upload(event.target.files?.[0])}
          />
          <Button loading={busy} onClick={() => input.current?.click()}>
            {t('console.user.changeAvatar')}
          </Button>
          {value ? (
            <Button type="text" onClick={() => onChange('')}>
              {t('console.user.removeAvatar')}
            </Button>
          ) : null}
        </div>
      )}
    </FormRow>
  );
}
