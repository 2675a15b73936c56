/**
 * The picture of public/icon.svg. As an image of its own it would be one more request before the first paint.
 *
 * @param size in CSS pixels
 */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect width="32" height="32" rx="8" fill="#7f3088" />
      <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M23 16a7 7 0 1 1-2.2-5.1" />
        <path d="M21.8 6.6v4.9h-4.9" />
      </g>
      <circle cx="16" cy="16" r="2.2" fill="#fff" />
    </svg>
  )
}
