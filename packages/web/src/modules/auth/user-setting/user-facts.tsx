import { usePictureUrl } from '../../../app/api/index.ts';
import { useFormat, useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';

/** The image of the signed-in user, or the first letter of the name. */
export function UserAvatar() {
  const { user } = useSession();
  const url = usePictureUrl();
  return (
    <span className="user-avatar" aria-hidden="true">
      {user.avatar ? <img src={url(user.avatar)} alt="" /> : (user.name || user.username).slice(0, 1).toUpperCase()}
    </span>
  );
}

/** Details of the signed-in user; `all` adds those that only the user center shows. */
export function UserFacts({ all = false }: { readonly all?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { user } = useSession();
  const registered = Date.parse(user.registrationDate);
  const more = [
    [t('console.user.location'), user.locationName],
    [t('console.user.email'), user.email],
    [t('console.user.phone'), user.phone],
    [t('console.user.website'), user.personalWebsite],
  ];
  const facts = [
    [t('session.username'), user.username],
    [t('console.user.accountId'), user.accountId],
    [t('console.user.registered'), Number.isNaN(registered) ? user.registrationDate : format.time(registered)],
    [t('console.user.job'), user.jobName],
    [t('console.user.organization'), user.organizationName],
    ...(all ? more : []),
  ].filter(([, value]) => value);
  return (
    <dl className="user-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
