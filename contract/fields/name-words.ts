/**
 * Words of field names in the languages that account managers meet (English, German, French,
 * Spanish, Portuguese, Italian, Dutch and Afrikaans), each under the English word that the rules
 * of item-rules.ts and payload-rules.ts use. Accents are removed before a word is looked up.
 */
const WORDS: Record<string, string> = {
  // When something happened
  at: 'time timestamp ts date datetime dt datum zeit zeitpunkt zeitstempel uhrzeit heure horodatage horodate fecha hora horario tijd tijdstip tyd stamp moment epoch utc am le em op unix on instant',
  failed:
    'fail fails failing errored dead died exhausted abandoned gaveup discarded bounced undelivered undeliverable fehlgeschlagen gescheitert fehlschlag echec echoue echouee fallo fallido fallida fallado falha falhou falhado fallito fallita mislukt misluk gefaald',
  failure: 'failures',
  created:
    'create creation inserted insert added enqueued queued received occurred emitted published raised logged generated recorded registered ocurrido erstellt angelegt erzeugt cree creee creado creada criado criada creato creata aangemaakt geskep erstellung angelegtam',
  updated:
    'update modified modification changed mtime aktualisiert geaendert geandert modifie modifiee maj actualizado actualizada modificado atualizado atualizada aggiornato bijgewerkt gewijzigd opgedateer',
  sent: 'done send dispatched dispatch posted fired executed processed delivered completed finished gesendet versendet zugestellt envoye envoyee enviado enviada entregado entregue inviato verzonden verstuurd',
  last: 'latest final recent letzte letzter letztes letzten zuletzt dernier derniere ultimo ultima laatste laaste prev',
  first:
    'initial erste erster erstes premier premiere primero primera primeiro primeira primo prima eerste',
  next: 'naechste nachste naechster prochain prochaine proximo proxima siguiente prossimo volgende scheduled schedule upcoming due until expires expiry expiration expired ttl locked lock available planned vence caduca',
  max: 'maximum limit allowed remaining left interval delay backoff policy timeout maximal limite maximo massimo',
  // How often and how it failed
  attempt:
    'attempts attempted try tries tried execution executions versuch versuche zustellversuch zustellversuche tentative tentatives essai essais intento intentos tentativa tentativas tentativi tentativo poging pogingen bezorgpoging bezorgpogingen probeerslae redelivery redeliveries deliveries',
  retry: 'retried',
  count:
    'counter nb nbr anzahl anz zahl nombre qty cantidad quantidade quantita aantal cnt total times made',
  status: 'statut estado stato statuskode state',
  code: 'cd codes codigo codice kode rc sc',
  http: 'https',
  response:
    'responses resp answer reply antwort rueckgabe ruckgabe reponse respuesta resposta risposta antwoord respons rsp res',
  error:
    'errors err exception exc fault fehler erreur errore erro fout problem problema ursprungsfehler',
  reason:
    'cause motif raison motivo razon razao causa grund ursache reden oorzaak rede why because',
  message:
    'msg text txt detail details description desc meldung nachricht beschreibung mensaje mensagem messaggio melding bericht boodskap libelle texto testo texte tekst',
  trace: 'traceback stack stacktrace backtrace',
  body: 'headers header raw dump',
  kind: 'type topic typ tipo soort category action trigger channel soort tema sujet',
  event: 'events ereignis ereignisse evenement evento gebeurtenis gebeurtenisse occurrence',
  name: 'nom nome naam label title bezeichnung',
  // Where it went
  url: 'uri href adresse adresa direccion endereco indirizzo adres address link enlace',
  target:
    'destination receiver recipient ziel empfaenger empfanger destinataire cible destino destinatario doel ontvanger bestemming receptor sink consumer subscriber listener client_url notify',
  callback: 'callbacks rappel retorno devolucion',
  webhook: 'webhooks hook hooks',
  endpoint: 'endpoints',
  docs: 'doc documentation portal dashboard console admin help manage logo image avatar icon picture html ui self signature signing support profile website homepage web next_url previous_url',
  // What it is known by
  id: 'ids uuid guid uid oid sid ulid identifier identificador identifiant identificatore kennung rowid objectid nummernid pk',
  key: 'schluessel schlussel cle clave chave chiave sleutel sleutelwoord',
  delivery:
    'zustellung livraison entrega envio envoi consegna bezorging levering aflewering lieferung sending versand verzending',
  log: 'logs record records entry row eintrag datensatz registro enregistrement_id',
  account: 'konto compte cuenta conta rekening',
  // A call
  call: 'calls anruf gespraech gesprach telefonat appel llamada chamada chiamata gesprek oproep ligacao cdr conversation',
  start:
    'started starts begin began begun initiated initiation beginn anfang gestartet debut commence inicio iniciada iniciado comienzo inizio aanvang begonnen arrived placed ring ringing incoming begin',
  end: 'eind ended ends finish hangup hungup stop stopped terminated disconnect disconnected ende beendet aufgelegt fin termine finalizada final_time fim fine einde beeindigd terminado terminada',
  duration:
    'elapsed took latency dauer duree duracion duracao durata duur laufzeit runtime length lengte looptyd duur_sekunden gespraechsdauer',
  ms: 'millis milliseconds millisecond msec millisekunden',
  seconds: 'secs sec second sekunden secondes segundos secondi seconden s',
  answered:
    'connected accepted pickup picked angenommen beantwortet repondu decroche contestada contestado respondida atendida atendido risposto beantwoord opgenomen handled',
  caller:
    'from ani cli clid source src calling callerid originator origin anrufer appelant appelante llamante chamador origem origen chiamante mittente beller oproeper remote',
  tracking:
    'tracked track did dnis called callee dialled dialed ddi virtual zielnummer appele llamado chamado chiamato gebeld suivi seguimiento rastreio rastreamento tracciamento line vanity tollfree',
  to: 'dest dst',
  number:
    'phone num nr tel telephone telefon nummer rufnummer telefonnummer numero telefono telefone msisdn mobile telefoon telefoonnummer e164 no phonenumber',
  company:
    'business advertiser organisation organization org merchant dealer dealership firma unternehmen societe entreprise compagnie empresa azienda bedrijf maatskappy bedryf brand',
  customer: 'customers',
  client: 'clients kunde kunden mandant cliente klant klient tenant',
  contact: 'lead person prospect kontakt contacto contato contatto kontak',
  recording:
    'recordings recorded audio mp3 wav voicemail aufnahme aufzeichnung mitschnitt enregistrement grabacion gravacao registrazione opname',
  size: 'bytes byte len kb groesse grosse taille tamano tamanho grootte weight',
}

/** Compounds that don't consist of words of the list above. */
const COMPOUNDS: Record<string, string> = {
  uniqueid: 'id',
  billsec: 'talk seconds',
  fehlermeldung: 'error message',
  fehlertext: 'error message',
  fehlergrund: 'error reason',
  fehlerzeitpunkt: 'failed at',
  foutmelding: 'error message',
  retries: 'retry count',
  reintentos: 'retry count',
  wiederholungen: 'retry count',
  foutboodskap: 'error message',
  faalreden: 'failed reason',
  errmsg: 'error message',
  zieladresse: 'target url',
  zielurl: 'target url',
  anrufernummer: 'caller number',
  empfaengerurl: 'target url',
  versuchszahl: 'attempt count',
  versuchsanzahl: 'attempt count',
  nummerbeller: 'caller number',
  ereignistyp: 'event kind',
  firmenname: 'company name',
  kundenname: 'client name',
  bedrijfsnaam: 'company name',
  klantnaam: 'client name',
  gespraechsdauer: 'call duration',
  anrufdauer: 'call duration',
  gespreksduur: 'call duration',
  anrufbeginn: 'call start',
  anrufende: 'call end',
  gebeurtenistype: 'event kind',
}

const CANONICAL = new Map<string, string>()
for (const [canonical, words] of Object.entries(WORDS)) {
  CANONICAL.set(canonical, canonical)
  for (const word of words.split(' ')) CANONICAL.set(word, canonical)
}
for (const [word, canonical] of Object.entries(COMPOUNDS)) CANONICAL.set(word, canonical)

/** Words that a name glued to others may contain, longest first, as "statuscode" does. */
const GLUED = [...CANONICAL.keys()].filter(
  word => word.length >= 3 || word === 'at' || word === 'id',
)

const known = new Map<string, string>()

/**
 * The words of a field's name in English, such as "http status code" for `HTTPStatusCode` and
 * "failed at" for `fehlgeschlagen_am`. Unknown words stay as they are.
 */
export function nameWords(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const words = name
    .slice(0, 80)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '')
    .map(inEnglish)
    .join(' ')
    .replaceAll(/\b(\w+)( \1\b)+/g, '$1')
    .replaceAll('caller id', 'caller')
  if (known.size > 5_000) known.clear()
  known.set(name, words)
  return words
}

function inEnglish(word: string): string {
  return (
    CANONICAL.get(word) ??
    unglued(word)
      ?.map(part => CANONICAL.get(part))
      .join(' ') ??
    word
  )
}

/** The fewest known words that a word consists of; null if it has other parts. */
function unglued(word: string): string[] | null {
  if (word.length > 30) return null
  const best: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end++) {
    for (const part of GLUED) {
      const before = word.endsWith(part, end) ? best[end - part.length] : undefined
      const isBetter =
        before && (best[end] === undefined || before.length + 1 < (best[end]?.length ?? 0))
      if (isBetter) best[end] = [...before, part]
    }
  }
  const found = best[word.length]
  return found && found.length > 1 && found.length < 4 ? found : null
}

/** Whether the rules know every word of a name but numbers. */
export function isKnownName(words: string): boolean {
  return words.split(' ').every(word => CANONICAL.has(word) || /^\d+$/.test(word))
}
