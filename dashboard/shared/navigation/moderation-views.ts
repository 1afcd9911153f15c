/** The parts of the moderation screen, in order. */
export const moderationViews = [
  { name: 'reports', to: '/moderation', label: 'moderation.view.reports' },
  { name: 'owners', to: '/moderation?view=owners', label: 'moderation.view.owners' },
  { name: 'objections', to: '/moderation?view=objections', label: 'moderation.view.objections' },
  { name: 'mails', to: '/moderation?view=mails', label: 'moderation.view.mails' },
] as const;

export type ModerationView = (typeof moderationViews)[number]['name'];

/** The address of one owner on the moderation screen. */
export const ownerAddress = (uid: string): string => `/moderation?view=owners&who=${encodeURIComponent(uid)}`;
