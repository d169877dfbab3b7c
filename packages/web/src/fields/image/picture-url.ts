import { useConfig } from '../../app/api/index.ts';

/** Where an uploaded image is fetched from. */
export function usePictureUrl(): (path: string) => string {
  const { apiBaseUrl } = useConfig();
  return (path) => `${apiBaseUrl}${path}`;
}
