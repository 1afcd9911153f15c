import { coreIcons, type CorePlatform } from '@busker/core/platforms/platform';

export function PlatformIcon({ platform }: { readonly platform: CorePlatform }) {
  const [path, isLine] = coreIcons[platform];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" part="link-icon">
      <path className={isLine ? 'line' : 'area'} d={path} />
    </svg>
  );
}
