import {
  type CurrentUser,
  canCall,
  type Field,
  type FieldErrors,
  ResponseError,
  sessionCalls,
  settingsCalls,
} from '@gantry/core';
import { type FormEvent, useRef, useState } from 'react';
import { createCallKey, useClient, usePictureUrl } from '../../../app/api/index.ts';
import { useSay, useT } from '../../../app/i18n/index.ts';
import { useSession, useUnsavedWork } from '../../../app/session/index.ts';
import { useCalls } from '../../../fields/use-calls.ts';
import { Button, TextArea, TextInput, useToast } from '../../../ui/index.ts';
import { FormRow } from '../../../ui/parts/index.ts';

const fields = sessionCalls.profileUpdate.input;
const names = ['name', 'email', 'phone', 'locationName', 'personalWebsite', 'introduction'] as const;
type Name = (typeof names)[number];
type Draft = Readonly<Record<Name | 'avatar', string>>;

function getDraft(user: CurrentUser): Draft {
  return {
    name: user.name,
    email: user.email ?? '',
    phone: user.phone ?? '',
    locationName: user.locationName ?? '',
    personalWebsite: user.personalWebsite ?? '',
    introduction: user.introduction ?? '',
    avatar: user.avatar ?? '',
  };
}

/** Converts empty values to null for the API. */
function getBody(draft: Draft): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value.trim() === '' ? null : value.trim()]),
  );
}

/** Manages the profile draft and saving it. */
function useProfile() {
  const t = useT();
  const toast = useToast();
  const calls = useCalls();
  const { user, reload } = useSession();
  const saved = getDraft(user);
  const [draft, setDraft] = useState<Draft>(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const dirty = JSON.stringify(draft) !== JSON.stringify(saved);
  useUnsavedWork(dirty);
  const save = async () => {
    setBusy(true);
    try {
      await calls.call(sessionCalls.profileUpdate.path, getBody(draft), { idempotencyKey: createCallKey() });
      await reload();
      setErrors({});
      toast.success(t('console.user.saved'));
    } catch (error) {
      const found = error instanceof ResponseError ? error.errors : {};
      setErrors(found);
      if (Object.keys(found).length === 0) toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    draft,
    errors,
    busy,
    dirty,
    save,
    change: (name: keyof Draft, value: string) => setDraft((now) => ({ ...now, [name]: value })),
    reset: () => setDraft(saved),
  };
}

export function Profile() {
  const t = useT();
  const localize = useSay();
  const { draft, errors, busy, dirty, save, change, reset } = useProfile();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (dirty && !busy) void save();
  };
  return (
    <form className="user-form" noValidate onSubmit={onSubmit}>
      <AvatarField
        value={draft.avatar}
        name={draft.name}
        errors={errors.avatar}
        onChange={(value) => change('avatar', value)}
      />
      {names.map((name) => {
        const field: Field = fields[name];
        const limit = 'max' in field && field.max !== undefined ? { maxLength: field.max } : {};
        return (
          <FormRow key={name} label={localize(field.label)} errors={errors[name]} required={field.required}>
            {(ids) => {
              const given = { ...ids, ...limit, value: draft[name], onChange: (value: string) => change(name, value) };
              return field.kind === 'paragraph' ? <TextArea {...given} /> : <TextInput {...given} />;
            }}
          </FormRow>
        );
      })}
      <div className="user-actions">
        <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
          {t('common.save')}
        </Button>
        <Button disabled={!dirty || busy} onClick={reset}>
          {t('common.reset')}
        </Button>
      </div>
    </form>
  );
}

interface AvatarFieldProps {
  /** Path of the uploaded image; empty for none. */
  readonly value: string;
  /** The name whose first letter replaces a missing image. */
  readonly name: string;
  readonly errors: readonly string[] | undefined;
  readonly onChange: (value: string) => void;
}

/** Reads a file as base64, without the data URL prefix. */
function getBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Uploads an image and uses its path as the value. */
function AvatarField({ value, name, errors, onChange }: AvatarFieldProps) {
  const t = useT();
  const localize = useSay();
  const url = usePictureUrl();
  const client = useClient();
  const { rights } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const body = { name: file.name, content: await getBase64(file) };
      const { path } = await client.call<{ path: string }>(settingsCalls.fileUpload.path, body, {
        idempotencyKey: createCallKey(),
      });
      onChange(path);
    } catch {
      // The upload error has already been shown.
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
              <img src={url(value)} alt={localize(sessionCalls.profileUpdate.input.avatar.label)} />
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
          {canCall(rights, settingsCalls.fileUpload) ? (
            <Button loading={busy} onClick={() => input.current?.click()}>
              {t('console.user.changeAvatar')}
            </Button>
          ) : null}
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
