/**
 * Words of field names in many languages, each under the English word that the rules of
 * item-rules.ts and payload-rules.ts use: English, German, French, Spanish, Portuguese, Italian,
 * Dutch, Afrikaans, and the most common words of Polish, Czech, Romanian, Turkish and the
 * Scandinavian languages. Accents are removed before a word is looked up.
 */
const WORDS: Record<string, string> = {
  // When something happened
  at: 'time timestamp ts date datetime dt datum zeit zeitpunkt zeitstempel uhrzeit heure horodatage horodate fecha hora horario tijd tijdstip tyd stamp moment epoch utc am le em op unix on instant fec dh tid tidpunkt tidspunkt klockslag dato tarih tarihi zaman zamani saat ora czas godzina cas momentul',
  failed:
    'fail fails failing errored dead died exhausted abandoned gaveup discarded bounced undelivered undeliverable fehlgeschlagen gescheitert fehlschlag echec echoue echouee fallo fallido fallida fallado falha falhou falhado fallito fallita mislukt misluk gefaald niepowodzenie niepowodzenia nieudane nieudana nieudany misslyckades misslyckad misslyckat mislykket mislykkedes fejlede fejlet mislyktes feilet basarisiz basarisizlik selhani selhalo neuspech neuspesny esuat esuare nieudanej falharam fallaron aborted',
  failure: 'failures',
  created:
    'create creation inserted insert added enqueued queued received occurred emitted published raised logged generated recorded registered ocurrido erstellt angelegt erzeugt cree creee creado creada criado criada creato creata aangemaakt geskep erstellung angelegtam utworzono utworzony utworzenia dodano skapad skapades skapat oprettet opprettet olusturma olusturulma olusturuldu vytvoreno vytvoreni creat alta anlage',
  updated:
    'update modified modification changed mtime aktualisiert geaendert geandert modifie modifiee maj actualizado actualizada modificado atualizado atualizada aggiornato bijgewerkt gewijzigd opgedateer zmodyfikowano zaktualizowano aktualizacja aktualizacji modyfikacji uppdaterad uppdaterades andrad opdateret aendret oppdatert endret guncelleme guncellendi guncellenme aktualizovano upraveno zmeneno modificat actualizat mod',
  sent: 'send dispatched dispatch posted fired delivered gesendet versendet zugestellt envoye envoyee enviado enviada entregado entregue inviato verzonden verstuurd wyslano wyslany wysylka wysylki dostarczono skickad skickades levererad sendt leveret afsendt gonderildi gonderim gonderme odeslano doruceno trimis livrat',
  done: 'stopped finished completed completion resolved settled zakonczono abgeschlossen completado concluido concluida terminee afgerond voltooid finalized finalised',
  processed: 'executed',
  last: 'latest final recent letzte letzter letztes letzten zuletzt dernier derniere ult ultimo ultima laatste laaste prev ostatni ostatnia ostatnie ostatniej sista senaste senast sidste seneste siste son posledni ultim',
  first:
    'initial erste erster erstes premier premiere primero primera primeiro primeira primo prima eerste',
  next: 'naechste nachste naechster prochain prochaine proximo proxima siguiente prossimo volgende prox scheduled schedule upcoming due until expires expiry expiration expired ttl locked lock available planned vence caduca nastepna nastepny nastepnej kolejna nasta naeste neste sonraki dalsi pristi urmatoarea urmatorul',
  max: 'opts options config settings maximum limit allowed remaining left interval delay backoff policy timeout maximal limite maximo massimo maks maksymalna maksymalny maksymalnie azami maksimum maximaal maximale',
  // How often and how it failed
  attempt:
    'int attempts attempted try tries tried execution executions versuch versuche zustellversuch zustellversuche tentative tentatives essai essais intento intentos tentativa tentativas tentativi tentativo poging pogingen bezorgpoging bezorgpogingen probeerslae redelivery redeliveries deliveries trial trials proba proby prob forsok forsog forsoeg deneme denemeler denemesi pokus pokusy pokusu incercare incercari',
  retry: 'retried',
  count:
    'counter nb nbr anzahl anz zahl nombre qty cantidad quantidade quantita aantal cnt times made liczba ilosc antal antall sayisi sayi adet pocet effettuati effettuate effectues effectuees realizados realizadas gemacht durchgefuehrt',
  status:
    'statut estado stato statuskode state stan etat situacao lage tillstand tilstand durum durumu stav stare',
  code: 'cd codes codigo codice kode rc sc kod kodu cod',
  http: 'https',
  result:
    'results resultat ergebnis resultado risultato resultaat wynik esito sonuc vysledek rezultat',
  response:
    'responses resp answer reply antwort rueckgabe ruckgabe reponse respuesta resposta risposta antwoord respons rsp res retour odpowiedz odpowiedzi svar yanit yaniti cevap odpoved odpovedi raspuns',
  error:
    'errors err exception exc fault fehler erreur errore erro fout problem problema ursprungsfehler blad bledu bledy fel fejl feil hata hatasi chyba chyby eroare wrong',
  reason:
    'cause motif raison motivo razon razao causa grund ursache reden oorzaak rede why because powod przyczyna orsak anledning arsag aarsag neden nedeni sebep duvod pricina motiv',
  message:
    'msg text txt meldung nachricht mensaje mensagem messaggio melding bericht boodskap libelle texto testo texte tekst komunikat tresc wiadomosc meddelande besked meddelelse mesaj mesaji zprava hlaska string',
  detail:
    'details description desc beschreibung descriere popis opis aciklama beskrivning beskrivelse descripcion descricao descrizione omschrijving beskrywing diagnostics diagnostic diagnosis info',
  trace: 'traceback stack stacktrace backtrace',
  body: 'raw dump',
  header: 'headers hdr hdrs',
  kind: 'type typ tip tipo soort category action trigger channel soort tema sujet typu rodzaj tur turu tipi druh typen',
  event:
    'ev evt events ereignis ereignisse evenement evento gebeurtenis gebeurtenisse occurrence zdarzenie zdarzenia handelse haendelse begivenhed hendelse olay olayi udalost udalosti eveniment notifica notificacion notificacao benachrichtigung',
  name: 'nom nome naam label title bezeichnung nazwa namn navn adi isim nazev jmeno nume denumire unvan unvani',
  // Where it was sent
  url: 'uri href adresse adresa direccion endereco indirizzo adres address link enlace adresi adress lank odkaz baglanti',
  target:
    'destination receiver recipient ziel empfaenger empfanger destinataire cible destino destinatario doel ontvanger bestemming receptor sink consumer subscriber listener notify docelowy docelowa docelowego odbiorca odbiorcy mottagare modtager mottaker hedef alici cilova cilovy prijemce destinatie destinatar destinazione',
  callback: 'callbacks rappel retorno devolucion',
  webhook: 'webhooks hook hooks',
  endpoint: 'endpoints ep',
  docs: 'doc documentation portal dashboard console admin help manage logo image avatar icon picture html ui self signature signing support profile website homepage web next_url previous_url',
  // What identifies it
  id: 'ids uuid guid uid oid sid ulid identifier identificador identifiant identificatore kennung rowid objectid nummernid pk jid identyfikator kimlik identifikator identifierare kimligi',
  key: 'schluessel schlussel cle clave chave chiave sleutel sleutelwoord',
  delivery:
    'zustellung livraison entrega env envio envoi consegna bezorging levering aflewering lieferung sending versand verzending dostawa dostawy dostarczenie dostarczenia leverans teslimat doruceni livrare dlv',
  log: 'logs record records entry row eintrag datensatz registro enregistrement_id',
  account: 'konto compte cuenta conta rekening subaccount',
  // A call
  call: 'calls anruf gespraech gesprach gespreks telefonat appel llam llamada chamada chiamata gesprek oproep ligacao cdr conversation polaczenie polaczenia rozmowa rozmowy samtal samtals opkald samtale anrop arama aramasi cagri gorusme hovor hovoru volani apel apelul',
  start:
    'started starts begin began begun initiated initiation beginn anfang gestartet debut commence ini inicio iniciada iniciado comienzo inizio aanvang begonnen arrived placed incoming rozpoczecie rozpoczecia poczatek borjade startade starttid startet begyndt baslangic baslama zacatek zahajeni inceput',
  end: 'eind ended ends finish hangup hungup stop terminated disconnect disconnected ende beendet aufgelegt fin termine finalizada final_time fim fine einde beeindigd terminado terminada zakonczenie zakonczenia koniec slut slutade avslutad sluttid afsluttet avsluttet slutt bitis bitme konec ukonceni sfarsit terminat hung released',
  duration:
    'elapsed took latency dur dauer duree duracion duracao durata duur laufzeit runtime length lengte looptyd duur_sekunden gespraechsdauer trwania langd varaktighet varighed varighet sure suresi delka trvani',
  ms: 'millis milliseconds millisecond msec millisekunden milisekundy milisekund millisekunder milisaniye',
  seconds:
    'secs sec second sekunden secondes segundos secondi seconden seg segs s sekundy sekund sekunder saniye',
  ring: 'ringing rang klingel sonnerie timbre toque squillo bel',
  answered:
    'connected accepted pickup picked angenommen beantwortet repondu decroche contestada contestado respondida atendida atendido risposto beantwoord opgenomen handled odebrane odebrano odebrany besvarad besvarat besvaret besvart cevaplandi yanitlandi prijato prijaty zvednuto preluat ans',
  caller:
    'from ani cli clid source src calling callerid originator origin anrufer appelant appelante llamante chamador orig origem origen chiamante mittente beller oproeper remote dzwoniacy dzwoniacego uppringare opkalder innringer arayan volajici volajiciho apelant originating callers',
  tracking:
    'tracked track did dnis called callee dialled dialed marcado gewaehlte gewahlte gewahlt gewaehlt angerufene ddi virtual zielnummer appele llamado chamado chiamato gebeld suivi seguimiento rastreado rastreada rastreio rastreamento tracciamento line vanity tollfree discado discada sledzacy sledzenia sledzacego wybrany sparning uppringd uppringt sporing takip aranan sledovaci volane volany urmarire apelat',
  to: 'dest dst',
  number:
    'phone num nr tel telephone telefon nummer rufnummer telefonnummer numero telefono telefone msisdn mobile telefoon telefoonnummer e164 no phonenumber digits numer numeru numara numarasi cislo cisla numarul',
  company:
    'business advertiser organisation organization org merchant dealer dealership firma unternehmen societe entreprise compagnie emp empresa azienda bedrijf maatskappy bedryf brand przedsiebiorstwo spolka foretag bolag virksomhed bedrift selskap sirket sirketi spolecnost companie firm',
  customer: 'customers',
  client: 'clients kunde kunden cliente klant klient klienta kund musteri zakaznik',
  forward:
    'forwarded forwarding forwards transfer transferred weiterleitung weitergeleitet doorgeschakeld doorverbonden desvio desviada desviado reenvio renvoi transfere encaminhado encaminhada deurgeskakel',
  contact: 'lead person prospect kontakt contacto contato contatto kontak',
  recording:
    'recordings recorded audio mp3 wav voicemail aufnahme aufzeichnung mitschnitt enregistrement grab grabacion gravacao registrazione opname nagranie nagrania inspelning optagelse opptak kayit kaydi nahravka zaznam inregistrare rec',
  size: 'bytes byte len kb groesse grosse taille tamano tamanho grootte weight',
}

/** Words with none of the meanings. A field with such a name causes no doubt. */
const OTHERS =
  'locale language lang timezone zone region env environment version server host hostname worker queue priority direction campaign keyword city country tags tag format method secret signature hash token checksum md5 sha1 sha256 user username by operator node process thread pid ip agent score sentiment summary intent latitude longitude currency price cost plan tier mode flags enabled active deleted archived test debug index position offset partition page'

/** Compounds that are not made of the words above. */
const COMPOUNDS: Record<string, string> = {
  uniqueid: 'id',
  faultstring: 'error message',
  klingeldauer: 'ring duration',

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

const KNOWN_OTHERS = new Set(OTHERS.split(' '))

const CANONICAL = new Map<string, string>()
for (const [canonical, words] of Object.entries(WORDS)) {
  CANONICAL.set(canonical, canonical)
  for (const word of words.split(' ')) CANONICAL.set(word, canonical)
}
for (const [word, canonical] of Object.entries(COMPOUNDS)) CANONICAL.set(word, canonical)

const SHORT_GLUED = new Set(
  'at id url uri err msg log end key max num tel nom rep try out dur ms sec'.split(' '),
)

/** Words that a compound without separators, such as "statuscode", may contain, longest first. */
const GLUED = [...CANONICAL.keys()].filter(word => word.length >= 4 || SHORT_GLUED.has(word))

/** The registered name of a company, which is not a reason. */
const LEGAL_NAME = /\b(razon|razao|raison|ragione) sociale?\b/

const known = new Map<string, string>()

/**
 * Translates the words of a field's name into English, such as "http status code" for `HTTPStatusCode` and
 * "failed at" for `fehlgeschlagen_am`. Unknown words stay as they are.
 */
export function nameWords(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const words = name
    .slice(0, 80)
    // The suffix of custom fields in Salesforce, and the former prefix of custom HTTP headers.
    .replace(/__[cr]$/, '')
    .replace(/^x-/i, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll('ı', 'i')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '')
    .join(' ')
    .replace(LEGAL_NAME, 'company name')
    .replace(/\b(gave|given) up\b/, 'failed')
    .split(' ')
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

/** The smallest number of known words that make up a word; null if it has other parts. */
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

/** Whether the rules know every word of a name, except numbers. */
export function isKnownName(words: string): boolean {
  return words
    .split(' ')
    .every(word => CANONICAL.has(word) || KNOWN_OTHERS.has(word) || /^\d+$/.test(word))
}
