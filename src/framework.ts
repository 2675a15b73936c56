/*
 * The packages that draw every page. `main.ts` loads them before the pages themselves, because their code
 * takes as long to start, and a person who clicks or types in the meantime waits for half as long.
 */
import '@tanstack/react-query'
import '@tanstack/react-router'
import 'react-dom/client'
