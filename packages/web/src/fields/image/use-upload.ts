import { createClient, settingsCalls, type Transport, type UploadAnswer } from '@gantry/core';
import { useState } from 'react';
import { createCallKey, useConfig, useFailures } from '../../app/api/index.ts';
import { useLocale } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { useWords } from '../words.tsx';

export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Maximum image size in bytes. Base64 adds a third, which still fits the request limit. */
const largestPicture = 5_000_000;

/** Creates a transport that sends one POST and reports upload progress, which `fetch` cannot. */
function createWatchedTransport(onProgress: (share: number) => void): Transport {
  return ({ url, body, headers }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', url);
      for (const [name, value] of Object.entries({ ...headers, 'x-gantry-via': 'web' })) {
        request.setRequestHeader(name, value);
      }
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      request.addEventListener('load', () => resolve({ status: request.status, body: request.responseText }));
      request.addEventListener('error', () => reject(new Error('')));
      request.send(body);
    });
}

function getBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}

/** Returns a function that uploads an image and resolves to its path, or rejects with the error. */
export function useSendPicture() {
  const t = useWords();
  const locale = useLocale();
  const failures = useFailures();
  const { apiBaseUrl } = useConfig();
  const { host } = useSession();
  return async (file: File, onProgress: (share: number) => void): Promise<string> => {
    if (!pictureTypes.includes(file.type)) throw new Error(t('resource.image.wrongType'));
    if (file.size > largestPicture) throw new Error(t('resource.image.tooLarge'));
    const client = createClient({
      baseUrl: apiBaseUrl,
      transport: createWatchedTransport(onProgress),
      token: () => host.session.token(),
      locale: () => locale,
      onFailure: (error, path) => {
        if (error.verdict.reaction !== 'show') failures.publish({ error, path });
      },
    });
    const body = { name: file.name, content: await getBase64(file) };
    const options = { idempotencyKey: createCallKey() };
    return (await client.call<UploadAnswer>(settingsCalls.fileUpload.path, body, options)).path;
  };
}

/** Uploads an image and resolves to its path, or to null when it was rejected; `problem` then contains the reason. */
export function useUpload() {
  const t = useWords();
  const sendPicture = useSendPicture();
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const send = async (file: File): Promise<string | null> => {
    setProblem('');
    setProgress(0);
    try {
      return await sendPicture(file, setProgress);
    } catch (error) {
      setProblem(error instanceof Error && error.message !== '' ? error.message : t('resource.image.failed'));
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { send, progress, problem };
}
